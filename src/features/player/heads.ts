import type { AddressBook } from './address-book.ts';

/** Bytes of a track that are prefetched. */
const headBytes = 64 * 1024;
/** Timeout of a prefetch in milliseconds (specification, section 9). */
const patience = 8000;

/** Milliseconds before the queue's next track is prefetched: the current one comes first. */
const nextAfter = 1500;

/** With the browser's data saver only addresses are prefetched. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Prefetches the first 64 KB into the HTTP cache, which the audio element then starts from without a round trip. */
async function fetchHead(url: string, signal: AbortSignal | undefined): Promise<void> {
  const response = await fetch(url, {
    headers: { Range: `bytes=0-${headBytes - 1}` },
    priority: 'low',
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
  });
  if (response.status === 206) await response.arrayBuffer();
  else await response.body?.cancel();
}

/** What is prefetched on entering a page (specification, sections 2 and 9). */
export interface PreloadPlan {
  packages: number;
  tracksEach: number;
  /** Milliseconds between two packages. */
  spacing: number;
}

/** Prefetched beginnings of tracks, each URL once. Failures are silent: the click will report them. */
export class Heads {
  readonly #addresses: AddressBook;
  readonly #fetched = new Map<string, Promise<void>>();
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(addresses: AddressBook) {
    this.#addresses = addresses;
  }

  /** Prefetches a track's address and, unless data saver is on, its head. @returns whether the head is cached */
  async fetch(trackId: string, signal?: AbortSignal): Promise<boolean> {
    try {
      const url = await this.#addresses.get(trackId);
      if (signal?.aborted || savesData()) return false;
      const fetching = this.#fetched.get(url) ?? fetchHead(url, signal);
      this.#fetched.set(url, fetching);
      await fetching.catch((error: unknown) => {
        this.#fetched.delete(url);
        throw error;
      });
      return true;
    } catch {
      return false; // refused or offline
    }
  }

  /** Prefetches the next track after a delay; null cancels a pending prefetch. */
  fetchSoon(trackId: string | null): void {
    clearTimeout(this.#soon);
    if (trackId) this.#soon = setTimeout(() => void this.fetch(trackId), nextAfter);
  }

  /** Prefetches the heads of the first tracks, one package after another (CAT-24). */
  async preload(
    packages: (() => Promise<string[]>)[],
    { packages: most, tracksEach, spacing }: PreloadPlan,
    signal: AbortSignal,
  ): Promise<void> {
    if (savesData()) return;
    for (const trackIds of packages.slice(0, most)) {
      const ids = signal.aborted ? [] : await trackIds().catch(() => []);
      for (const id of ids.slice(0, tracksEach)) {
        if (!signal.aborted) await this.fetch(id, signal);
      }
      await rest(spacing, signal);
    }
  }
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
