/** How far a ZIP is that a browser saves by itself. */
export interface ZipProgress {
  /** Bytes that have been sent, of `size`. */
  sent: number;
  size: number;
  state: 'sending' | 'sent' | 'broken';
}

interface Watched {
  size: number;
  readSent: () => number;
  state: ZipProgress['state'];
}

/** ZIPs that are watched at once; of the oldest nobody asks any more. */
const most = 1000;

/**
 * The ZIPs that this process is sending, under a ticket that the page made up, for pages that tell how far the
 * browser's own download is (DWN-05). A page asks only about tickets of its own user.
 */
export class ZipWatch {
  readonly #watched = new Map<string, Watched>();

  /**
   * Begins to watch. A download that broke off and goes on keeps its ticket.
   * @param readSent bytes of the whole ZIP that have left so far
   */
  begin(userId: string, ticket: string, size: number, readSent: () => number): void {
    const key = `${userId}:${ticket}`;
    this.#watched.delete(key);
    this.#watched.set(key, { size, readSent, state: 'sending' });
    if (this.#watched.size > most) this.#watched.delete(this.#watched.keys().next().value!);
  }

  end(userId: string, ticket: string, state: 'sent' | 'broken'): void {
    const watched = this.#watched.get(`${userId}:${ticket}`);
    if (!watched) return;
    const sent = state === 'sent' ? watched.size : watched.readSent();
    watched.state = state;
    watched.readSent = () => sent;
  }

  /** Null: this process sends no such ZIP. */
  read(userId: string, ticket: string): ZipProgress | null {
    const watched = this.#watched.get(`${userId}:${ticket}`);
    if (!watched) return null;
    const { size, state } = watched;
    return { size, state, sent: Math.min(size, Math.max(0, watched.readSent())) };
  }
}

const watches = new WeakMap<object, ZipWatch>();

/** The watch of this process. */
export function zipWatchOf(app: object): ZipWatch {
  const known = watches.get(app) ?? new ZipWatch();
  watches.set(app, known);
  return known;
}

/** A ticket as a page may make it up. */
export const isTicket = (value: string | null): value is string => /^[0-9a-zA-Z-]{8,64}$/.test(value ?? '');
