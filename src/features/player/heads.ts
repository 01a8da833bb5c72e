import type { AddressBook } from './address-book.ts';

/** Bytes of a track that are fetched ahead. */
const headBytes = 64 * 1024;
/** Milliseconds after which one fetch ahead is given up (specification, section 9). */
const patience = 8000;

/** Milliseconds before the next track of a queue is made ready: the current one comes first. */
const nextAfter = 1500;

/** Whether the person asked the browser to save data: then nothing is fetched ahead but addresses. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fetches the first 64 KB of a track into the browser's cache. The audio element asks for the same address later;
 * the cache answers the part it has and fetches the rest, so that the sound begins without a round trip.
 */
async function fetchHead(url: string, signal: AbortSignal | undefined): Promise<void> {
  const response = await fetch(url, {
    headers: { Range: `bytes=0-${headBytes - 1}` },
    priority: 'low',
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
  });
  if (response.status === 206) await response.arrayBuffer();
  else await response.body?.cancel();
}

/** How much is fetched ahead on entering a page (specification, sections 2 and 9). */
export interface PreloadPlan {
  packages: number;
  tracksEach: number;
  /** Milliseconds between two packages. */
  spacing: number;
}

/** Beginnings of tracks, fetched ahead; each address once. Failures are silent: the click will tell. */
export class Heads {
  readonly #addresses: AddressBook;
  readonly #fetched = new Map<string, Promise<void>>();
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(addresses: AddressBook) {
    this.#addresses = addresses;
  }

  /** Makes a track ready: its address and, unless data is to be saved, its beginning. Returns whether that is there. */
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

  /** Makes the track that comes next ready in a moment; null: none, and the one before is not fetched either. */
  fetchSoon(trackId: string | null): void {
    clearTimeout(this.#soon);
    if (trackId) this.#soon = setTimeout(() => void this.fetch(trackId), nextAfter);
  }

  /** Fetches the beginnings of the first tracks of the first packages, one package after another (CAT-24). */
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
