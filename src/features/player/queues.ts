import { isQueue } from './kept.ts';
import type { PlayableQueue } from './model.ts';

/** The site did not return a package's tracks; `status` is 0 without a response. */
export class QueueRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`queue refused: ${status}`);
    this.name = 'QueueRefused';
    this.status = status;
  }
}

/** Milliseconds that a package's tracks are cached. */
const memory = 60_000;
const known = new Map<string, { queue: Promise<PlayableQueue>; until: number }>();

/** The tracks of a package, for a card that has none; cached for a minute. @throws QueueRefused */
export function queueOf(packageId: string): Promise<PlayableQueue> {
  const cached = known.get(packageId);
  if (cached && cached.until > Date.now()) return cached.queue;
  const queue = fetchQueue(packageId);
  known.set(packageId, { queue, until: Date.now() + memory });
  queue.catch(() => known.delete(packageId));
  return queue;
}

async function fetchQueue(packageId: string): Promise<PlayableQueue> {
  const answer = await fetch(`/package/${encodeURIComponent(packageId)}/queue`).catch(() => null);
  if (!answer?.ok) throw new QueueRefused(answer?.status ?? 0);
  const queue: unknown = await answer.json().catch(() => null);
  if (!isQueue(queue)) throw new QueueRefused(answer.status);
  return queue;
}
