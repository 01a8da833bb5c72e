import { useEffect, useState } from 'react';
import { useOwner } from '#features/favorites/components/hearts.tsx';
import type { PlayableTrack } from '#features/player/model.ts';
import { toast } from '#ui/toast.tsx';
import {
  baseOf,
  type CuePoint,
  cuesOf,
  cueTexts,
  movePoint,
  pointsOf,
  type SetCues,
  wordsOfFile,
} from '../model.ts';
import { keyOf, loadCues, sendCues } from '../store.ts';
import { useTrackCues } from './use-cues.ts';

/** Moved and not saved, by account and track: closing the editor loses nothing. */
const drafts = new Map<string, SetCues>();

/** The editor's state: the points as they are moved, saving them, and what went wrong. */
export function useCueEditor(track: PlayableTrack, onClose: () => void) {
  const { known, draft, change, isLoading, failure, setFailure, load } = useDraft(track.id);
  const send = useSend(track);
  const [isBusy, setBusy] = useState(false);
  const base = known ? baseOf(known) : null;
  const saved = known && base ? pointsOf(cuesOf(known) ?? base) : null;
  const points = draft ?? saved;
  const durationMs = known?.durationMs ?? 0;
  const close = () => {
    change(null);
    onClose();
  };
  const save = async () => {
    if (!points || isBusy) return;
    setBusy(true);
    const cause = await send(points, known?.own ? saved : null);
    setBusy(false);
    setFailure(cause);
    if (!cause) close();
  };
  return {
    points,
    durationMs,
    /** What was estimated beside the points, within them. */
    shown: known && points ? cuesOf({ ...known, own: points }) : null,
    isLoading,
    isBusy,
    isChanged: draft !== null,
    failure,
    load,
    move: (point: CuePoint, ms: number) => points && change(movePoint(points, point, ms, durationMs)),
    aboutFile: known ? wordsOfFile(known) : null,
    isOfFile: known?.ofFile?.areUsed ?? false,
    toEstimate: () => base && change(pointsOf(base)),
    discard: close,
    save,
  };
}

export type CueEditing = ReturnType<typeof useCueEditor>;

/** What is known of a track, read anew when the editor opens, and what was moved of it. */
function useDraft(trackId: string) {
  const owner = useOwner();
  const key = keyOf(owner, trackId);
  const known = useTrackCues(trackId);
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [draft, setDraft] = useState(() => drafts.get(key) ?? null);
  const load = () => {
    setLoading(true);
    void loadCues(owner, [trackId], true).then((cause) => {
      setFailure(cause);
      setLoading(false);
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each track
  useEffect(load, [key]);
  const change = (next: SetCues | null) => {
    setDraft(next);
    if (next) drafts.set(key, next);
    else drafts.delete(key);
  };
  return { known, draft, change, isLoading, failure, setFailure, load };
}

/** Saves points, and offers to take it back. @returns why it failed; null: it did not */
function useSend({ id, name }: PlayableTrack) {
  const owner = useOwner();
  const takeBack = async (before: SetCues | null) => {
    const answer = await sendCues(owner, id, before);
    if (answer.ok) toast({ id: 'pontos', title: cueTexts.undone, description: name });
    else toast({ id: 'pontos', title: cueTexts.notUndone, description: answer.message, tone: 'error' });
  };
  return async (points: SetCues, before: SetCues | null): Promise<string | null> => {
    const answer = await sendCues(owner, id, points);
    if (!answer.ok) return answer.message;
    toast({
      id: 'pontos',
      title: cueTexts.saved,
      description: answer.replaced ? cueTexts.replaced : name,
      tone: 'success',
      action: { label: 'Desfazer', onSelect: () => void takeBack(before) },
    });
    return null;
  };
}
