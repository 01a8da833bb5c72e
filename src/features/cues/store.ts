import { createStore } from 'zustand/vanilla';
import type { Cues } from '#db/schema/catalog.ts';
import { causeOf, causeOfAnswer } from '#platform/failed-call.ts';
import { toast } from '#ui/toast-store.ts';
import { baseOf, cuesOf, differences, mostAsked, type SetCues, type TrackCues } from './model.ts';

/** Loaded cue points by account and track: another person may sign in later in the same browser. */
export const cueStore = createStore<{ known: ReadonlyMap<string, TrackCues> }>(() => ({ known: new Map() }));

export const keyOf = (owner: string, trackId: string): string => `${owner}:${trackId}`;

/** The cue points that count for the listener, as far as they are here. */
export function readCues(owner: string, trackId: string): Cues | null {
  const found = cueStore.getState().known.get(keyOf(owner, trackId));
  return found ? cuesOf(found) : null;
}

/** Milliseconds of silence at the beginning that are not worth a jump. */
const shortSilence = 30;

/** The second at which the sound of a track begins, as far as that is known by now. */
export function startOf(owner: string, trackId: string): number {
  const startMs = readCues(owner, trackId)?.startMs ?? 0;
  return startMs > shortSilence ? startMs / 1000 : 0;
}

/** Tracks whose cue points are kept; beyond, the ones that came first go. */
const mostKnown = 2000;
/** Being asked for. */
const asked = new Set<string>();

function learn(entries: (readonly [string, TrackCues])[]): void {
  cueStore.setState(({ known }) => ({ known: new Map([...known, ...entries].slice(-mostKnown)) }));
}

/** Brings the cue points of tracks that are not known yet. @param isFresh also of those that are @returns why not */
export async function loadCues(
  owner: string,
  trackIds: readonly string[],
  isFresh = false,
): Promise<string | null> {
  const { known } = cueStore.getState();
  const isMissing = (id: string) => !(known.has(keyOf(owner, id)) || asked.has(keyOf(owner, id)));
  const ids = trackIds.filter((id) => isFresh || isMissing(id)).slice(0, mostAsked);
  if (ids.length === 0) return null;
  for (const id of ids) asked.add(keyOf(owner, id));
  const answer = await fetch(`/functions/track-cues?ids=${ids.join()}`).catch(() => null);
  const found = answer?.ok
    ? ((await answer.json().catch(() => null)) as Record<string, TrackCues> | null)
    : null;
  for (const id of ids) asked.delete(keyOf(owner, id));
  if (!found) return answer?.ok ? causeOf(0) : causeOfAnswer(answer);
  const entries = Object.entries(found).map(([id, cues]) => [keyOf(owner, id), cues] as const);
  for (const [key, { savedAt }] of entries) tellReplaced(key, savedAt);
  learn(entries);
  return null;
}

export type CueAnswer = { ok: true; replaced: string | null } | { ok: false; message: string };

/** Calls run one after the other, so that of two changes the later one stays. */
let last: Promise<unknown> = Promise.resolve();

/** Sets own cue points on the server; null: as estimated. */
export function sendCues(owner: string, trackId: string, points: SetCues | null): Promise<CueAnswer> {
  const sent = last.then(() => call(owner, trackId, points));
  last = sent;
  return sent;
}

async function call(owner: string, trackId: string, points: SetCues | null): Promise<CueAnswer> {
  const key = keyOf(owner, trackId);
  const known = cueStore.getState().known.get(key);
  const answer = await fetch('/functions/track-cues', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ track_id: trackId, points, seen: known?.savedAt ?? null }),
  }).catch(() => null);
  if (!answer?.ok) return { ok: false, message: await causeOfAnswer(answer) };
  const { savedAt, replaced } = (await answer.json()) as { savedAt: string | null; replaced: string | null };
  const base = known && baseOf(known);
  if (base) learn([[key, { ...known, own: points && differences(points, base), savedAt }]]);
  keepSaved([...readSaved().filter(([saved]) => saved !== key), [key, savedAt]]);
  return { ok: true, replaced };
}

/** Name in sessionStorage of what this tab has saved, and when. */
const savedName = 'sonoteca-pontos';
const mostSaved = 50;
type Saved = [key: string, savedAt: string | null][];

function readSaved(): Saved {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(savedName) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function keepSaved(saved: Saved): void {
  try {
    sessionStorage.setItem(savedName, JSON.stringify(saved.slice(-mostSaved)));
  } catch {
    // works without storage
  }
}

/** Says once that what this tab saved has been changed elsewhere. */
function tellReplaced(key: string, savedAt: string | null): void {
  const saved = readSaved();
  const mine = saved.find(([kept]) => kept === key);
  if (!mine || mine[1] === savedAt) return;
  keepSaved(saved.filter((one) => one !== mine));
  toast({
    id: 'pontos-trocados',
    title: 'Pontos trocados em outra aba',
    description: 'Os pontos que você salvou aqui foram alterados depois, em outra aba ou em outro aparelho.',
  });
}
