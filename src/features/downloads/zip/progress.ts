import type { Bus } from '#platform/bus.server.ts';
import type { Logger } from '#platform/log.server.ts';

/** How far a ZIP is that a browser saves by itself. */
export interface ZipProgress {
  /** Bytes that have been sent, of `size`. */
  sent: number;
  size: number;
  /** `cancelled`: its user gave it up, and no part of it is sent any more. */
  state: 'sending' | 'sent' | 'broken' | 'cancelled';
}

interface Watched {
  /** Whether another process sends it, and what is known came by the bus. */
  isElsewhere?: boolean;
  size: number;
  readSent: () => number;
  /** Ends the sending, where this process sends. */
  stop?: () => void;
  state: ZipProgress['state'];
}

/** ZIPs that are watched at once; of the oldest nobody asks any more. */
const most = 1000;

/**
 * The ZIPs that are being sent, by this process or another, under a ticket that the page made up, for pages that tell how far the
 * browser's own download is (DWN-05). A page asks only about tickets of its own user.
 */
export class ZipWatch {
  readonly #watched = new Map<string, Watched>();

  /**
   * Begins to watch. A download that broke off and goes on keeps its ticket.
   * @param readSent bytes of the whole ZIP that have left so far
   * @param stop ends the sending
   */
  begin(userId: string, ticket: string, size: number, readSent: () => number, stop: () => void): void {
    this.#note(`${userId}:${ticket}`, { size, readSent, stop, state: 'sending' });
  }

  /** What has ended stays as it ended. */
  end(userId: string, ticket: string, state: 'sent' | 'broken' | 'cancelled'): void {
    const watched = this.#watched.get(`${userId}:${ticket}`);
    if (watched?.state !== 'sending' && watched?.state !== 'broken') return;
    if (state === 'cancelled') watched.stop?.();
    const sent = state === 'sent' ? watched.size : watched.readSent();
    watched.state = state;
    watched.readSent = () => sent;
  }

  /** Takes in what another process says of a ZIP; of its own this one knows better. */
  hear(userId: string, ticket: string, { size, sent, state }: ZipProgress): void {
    const key = `${userId}:${ticket}`;
    const known = this.#watched.get(key);
    if (state === 'cancelled') this.end(userId, ticket, state);
    else if (known?.state === 'cancelled') return;
    else if (known && !known.isElsewhere && known.state === 'sending') return;
    this.#note(key, { isElsewhere: true, size, state, readSent: () => sent });
  }

  #note(key: string, watched: Watched): void {
    this.#watched.delete(key);
    this.#watched.set(key, watched);
    if (this.#watched.size > most) this.#watched.delete(this.#watched.keys().next().value!);
  }

  /** Null: no such ZIP is being sent. */
  read(userId: string, ticket: string): ZipProgress | null {
    const watched = this.#watched.get(`${userId}:${ticket}`);
    if (!watched) return null;
    const { size, state } = watched;
    return { size, state, sent: Math.min(size, Math.max(0, watched.readSent())) };
  }
}

const watches = new WeakMap<object, ZipWatch>();

/** The watch of this process; it hears of the others' ZIPs by the bus. */
export function zipWatchOf(app: { bus: Pick<Bus, 'on'> }): ZipWatch {
  const known = watches.get(app);
  if (known) return known;
  const watch = new ZipWatch();
  app.bus.on('zip', (told) => {
    if (told === '*') return;
    const { userId, ticket, ...progress } = JSON.parse(told) as ZipProgress & {
      userId: string;
      ticket: string;
    };
    watch.hear(userId, ticket, progress);
  });
  watches.set(app, watch);
  return watch;
}

/** Milliseconds between two words to the other processes. */
const every = 1000;

/**
 * Tells the other processes of a ZIP on its way, now and then, until the returned function is called: the page that
 * asks may reach any of them (DWN-05).
 */
export function tellOthers(
  app: { bus: Pick<Bus, 'on' | 'publish'>; log: Pick<Logger, 'warn'> },
  userId: string,
  ticket: string,
): () => void {
  const tell = () => {
    const progress = zipWatchOf(app).read(userId, ticket);
    if (!progress) return;
    const told = JSON.stringify({ userId, ticket, ...progress });
    app.bus
      .publish('zip', told)
      .catch((err: unknown) => app.log.warn({ err }, 'andamento do ZIP não avisado'));
  };
  const timer = setInterval(tell, every);
  tell();
  return () => {
    clearInterval(timer);
    tell();
  };
}

/**
 * Gives up a ZIP on its way, whichever process sends it: no more of it is sent, also when the browser asks for the rest.
 * Safe to repeat. @returns whether there is one under this ticket
 */
export async function cancelZip(
  app: { bus: Pick<Bus, 'on' | 'publish'> },
  userId: string,
  ticket: string,
): Promise<boolean> {
  const watch = zipWatchOf(app);
  watch.end(userId, ticket, 'cancelled');
  const progress = watch.read(userId, ticket);
  if (progress) await app.bus.publish('zip', JSON.stringify({ userId, ticket, ...progress }));
  return progress !== null;
}

/** A ticket as a page may make it up. */
export const isTicket = (value: string | null): value is string => /^[0-9a-zA-Z-]{8,64}$/.test(value ?? '');
