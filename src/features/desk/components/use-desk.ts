import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { readCues, startOf } from '#features/cues/store.ts';
import { useOwner } from '#features/favorites/components/hearts.tsx';
import { useSetHeart } from '#features/favorites/components/use-heart.ts';
import { type FavoriteItem, favoriteTexts } from '#features/favorites/model.ts';
import { heartStore, keyOf } from '#features/favorites/store.ts';
import { downloadTrack } from '#features/player/download.ts';
import { trackOf } from '#features/player/playback.ts';
import { playbackStore, player, positionStore } from '#features/player/store.ts';
import { askForProject } from '#features/projects/store.ts';
import { decodePeaks } from '#ui/peaks.ts';
import { toast } from '#ui/toast.tsx';
import { energyPeaks, peakBeside } from '../energy.ts';
import type { Command } from '../keys.ts';
import { type DeskList, type DeskTrack, type Mark, queueOfOne } from '../model.ts';
import { sendMark } from '../send-mark.ts';
import { currentOf, type Desk, deedWords, forgetLast, goTo, markAfter, remember, setMark } from '../state.ts';
import { useDeskList } from './use-desk-list.ts';

/** Milliseconds that a held key rests before its row plays: rows that only pass by stay silent. */
const heldFor = 120;

export const itemOf = ({ packageId, id }: DeskTrack): FavoriteItem => ({ packageId, trackId: id });

const isCurrent = ({ id, packageId }: DeskTrack): boolean => {
  const state = playbackStore.getState();
  return trackOf(state)?.id === id && state.queue?.packageId === packageId;
};

/** Starts a track where its sound begins. */
const start = (track: DeskTrack, owner: string): void =>
  player.startFromAddress(queueOfOne(track), track.id, startOf(owner, track.id));

/** Seeks in a track, which starts when another one plays. */
function seekIn(track: DeskTrack, owner: string, seek: () => void): void {
  if (!isCurrent(track)) start(track, owner);
  seek();
}

/** The second of the energy peak after or before the position; null: there is none. */
function findPeak(track: DeskTrack, by: 1 | -1): number | null {
  const { time, duration } = positionStore.getState();
  const position = isCurrent(track)
    ? { time, duration }
    : { time: 0, duration: (track.durationMs ?? 0) / 1000 };
  return peakBeside(energyPeaks(decodePeaks(track.peaks)), position, by);
}

export type RunCommand = (command: Command, isHeld?: boolean) => void;

/** The desk's state, and what its keys and buttons do. */
export function useDesk(list: DeskList, close: () => void) {
  const { desk, setDesk, readMore } = useDeskList(list);
  /** What was done last, for the display. */
  const [told, setTold] = useState('');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [cuesOf, editCues] = useState<DeskTrack | null>(null);
  const owner = useOwner();
  const move = useMove(desk, setDesk, owner);
  const keep = useKeep(desk, setDesk, setTold);
  const track = currentOf(desk);
  const navigate = useNavigate();

  const onTrack = (shown: DeskTrack, command: Command) => {
    if (command.do === 'toggle') player.playPackage(queueOfOne(shown), shown.id, startOf(owner, shown.id));
    if (command.do === 'cues') editCues(shown);
    if (command.do === 'intro') {
      const introMs = readCues(owner, shown.id)?.introMs;
      if (introMs == null) setTold('Nenhum fim de introdução nesta faixa');
      else seekIn(shown, owner, () => player.seek(introMs / 1000));
    }
    if (command.do === 'seek-by') seekIn(shown, owner, () => player.seekBy(command.seconds));
    if (command.do === 'seek-to') seekIn(shown, owner, () => player.seekFraction(command.tenth / 10));
    if (command.do === 'mark') keep.mark(shown, command.mark);
    if (command.do === 'heart') keep.heart(shown);
    if (command.do === 'project') keep.project(shown);
    if (command.do === 'similar') {
      // Closed first: the page may be the same one, of another track.
      close();
      void navigate(`/parecidos/${shown.id}`);
    }
    if (command.do === 'peak') {
      const second = findPeak(shown, command.by);
      if (second === null) setTold(command.by > 0 ? 'Nenhum pico adiante' : 'Nenhum pico antes');
      else seekIn(shown, owner, () => player.seek(second));
    }
    if (command.do === 'download') {
      if (isDownloadable(shown.kind)) void downloadTrack(shown, 'page');
      else setTold('Vinhetas são só para ouvir');
    }
  };
  const run: RunCommand = (command, isHeld = false) => {
    setTold('');
    if (command.do === 'step') move(desk.at + command.by, isHeld);
    else if (command.do === 'edge') move(command.to === 'first' ? 0 : desk.tracks.length - 1, isHeld);
    else if (command.do === 'undo') keep.undo();
    else if (command.do === 'help') setHelpOpen(true);
    else if (command.do === 'mute') player.toggleMute();
    else if (command.do === 'close') close();
    else if (track) onTrack(track, command);
  };
  /** A click on a row: plays it, or pauses and resumes the current one. */
  const choose = (index: number) => (index === desk.at ? run({ do: 'toggle' }) : move(index));
  return { desk, track, told, run, choose, readMore, isHelpOpen, setHelpOpen, cuesOf, editCues };
}

export type DeskControl = ReturnType<typeof useDesk>;

/** Goes to a row and plays it; of a held key only the last row plays. */
function useMove(desk: Desk, setDesk: (change: (desk: Desk) => Desk) => void, owner: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (to: number, isHeld = false) => {
    const next = goTo(desk, to);
    const track = currentOf(next);
    clearTimeout(timer.current);
    // At either end the current row keeps playing.
    if (!track || next === desk) return;
    // First: drawing would delay the sound.
    if (isHeld) timer.current = setTimeout(() => start(track, owner), heldFor);
    else start(track, owner);
    setDesk((now) => goTo(now, to));
  };
}

/** Hearts, marks and additions to projects, and taking the last one back. */
function useKeep(desk: Desk, setDesk: (change: (desk: Desk) => Desk) => void, tell: (text: string) => void) {
  const owner = useOwner();
  const setHeart = useSetHeart(true);
  const send = useSendMark(setDesk);
  const heartOf = (track: DeskTrack): boolean =>
    heartStore.getState().wished.get(keyOf(owner, itemOf(track))) ?? desk.saved.has(track.id);
  return {
    heart: (track: DeskTrack) => {
      const before = heartOf(track);
      setHeart(itemOf(track), !before);
      setDesk((now) => remember(now, { kind: 'heart', track, before }));
      tell(before ? favoriteTexts.removed : favoriteTexts.added.track);
    },
    mark: (track: DeskTrack, pressed: Mark) => {
      const before = desk.marks.get(track.id) ?? null;
      const mark = markAfter(desk, track, pressed);
      setDesk((now) => remember(now, { kind: 'mark', track, before }));
      void send(track, mark, before);
      tell(mark ? `Marca ${mark}` : 'Sem marca');
    },
    project: (track: DeskTrack) =>
      askForProject({
        what: { trackIds: [track.id] },
        name: track.name,
        onAdded: (takeBack) => setDesk((now) => remember(now, { kind: 'project', track, takeBack })),
      }),
    undo: () => {
      const deed = desk.deeds.at(-1);
      if (!deed) return tell('Nada para desfazer');
      setDesk(forgetLast);
      if (deed.kind === 'heart') setHeart(itemOf(deed.track), deed.before);
      else if (deed.kind === 'project') deed.takeBack();
      else void send(deed.track, deed.before, desk.marks.get(deed.track.id) ?? null);
      tell(`Desfeito: ${deedWords[deed.kind]} de ${deed.track.name}`);
    },
  };
}

/** Shows a mark at once, and the one before when the site refuses it. */
function useSendMark(setDesk: (change: (desk: Desk) => Desk) => void) {
  const navigate = useNavigate();
  const location = useLocation();
  const place = useRef(location);
  place.current = location;
  return useCallback(
    async (track: DeskTrack, mark: Mark | null, before: Mark | null) => {
      setDesk((desk) => setMark(desk, track.id, mark));
      const answer = await sendMark(track.id, mark);
      if (answer.ok) return;
      setDesk((desk) => (desk.marks.get(track.id) === mark ? setMark(desk, track.id, before) : desk));
      toast({ id: 'marca', title: 'A marca não foi salva', description: answer.message, tone: 'error' });
      if (answer.status === 401) await navigate(signInAddress(place.current));
    },
    [navigate, setDesk],
  );
}
