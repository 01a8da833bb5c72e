import { causeOfAnswer } from '#platform/failed-call.ts';
import { isMark, type Mark, mostAsked, type OwnTracks } from './model.ts';

export type MarkAnswer = { ok: true } | { ok: false; status: number; message: string };

/** Calls run one after the other, so that of two marks of a track the later one stays. */
let last: Promise<unknown> = Promise.resolve();

/** Sets or takes away a mark on the server; null takes it away. */
export function sendMark(trackId: string, mark: Mark | null): Promise<MarkAnswer> {
  const sent = last.then(() => call(trackId, mark));
  last = sent;
  return sent;
}

async function call(trackId: string, mark: Mark | null): Promise<MarkAnswer> {
  const answer = await fetch('/functions/track-marks', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ track_id: trackId, mark }),
    keepalive: true,
  }).catch(() => null);
  if (answer?.ok) return { ok: true };
  return { ok: false, status: answer?.status ?? 0, message: await causeOfAnswer(answer) };
}

/** What the listener keeps about these tracks. @throws Error when the site does not say */
export async function fetchOwnTracks(ids: readonly string[]): Promise<OwnTracks> {
  const parts: OwnTracks[] = [];
  for (let at = 0; at < ids.length; at += mostAsked) {
    const answer = await fetch(`/functions/track-marks?ids=${ids.slice(at, at + mostAsked).join()}`);
    if (!answer.ok) throw new Error(`marks refused: ${answer.status}`);
    parts.push((await answer.json()) as OwnTracks);
  }
  const marks = Object.fromEntries(
    parts.flatMap((part) => Object.entries(part.marks).filter(([, mark]) => isMark(mark))),
  );
  return { marks, saved: parts.flatMap(({ saved }) => saved) };
}
