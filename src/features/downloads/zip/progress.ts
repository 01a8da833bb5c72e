import type { Bus } from '#platform/bus.server.ts';
import { keepNewest } from '#platform/elements.ts';
import type { Logger } from '#platform/log.server.ts';

export interface ZipProgress {
  sent: number;
  size: number;
  /** `cancelled`: the user cancelled it, and no further range is sent. */
  state: 'sending' | 'sent' | 'broken' | 'cancelled';
}

interface Watched {
  /** Another process sends it; its progress arrives over the bus. */
  isElsewhere?: boolean;
  size: number;
  readSent: () => number;
  stop?: () => void;
  state: ZipProgress['state'];
}

/** ZIPs tracked at once; the oldest are dropped. */
const most = 1000;

/** ZIPs in transfer, in any process, by the ticket of the page that shows their progress (DWN-05), per user. */
export class ZipWatch {
  readonly #watched = new Map<string, Watched>();

  /**
   * Starts tracking. A resumed download keeps its ticket. @param readSent bytes of the ZIP sent so far @param stop
   * aborts the transfer
   */
  begin(userId: string, ticket: string, size: number, readSent: () => number, stop: () => void): void {
    keepNewest(this.#watched, `${userId}:${ticket}`, { size, readSent, stop, state: 'sending' }, most);
  }

  end(userId: string, ticket: string, state: 'sent' | 'broken' | 'cancelled'): void {
    const watched = this.#watched.get(`${userId}:${ticket}`);
    if (watched?.state !== 'sending' && watched?.state !== 'broken') return;
    if (state === 'cancelled') watched.stop?.();
    const sent = state === 'sent' ? watched.size : watched.readSent();
    watched.state = state;
    watched.readSent = () => sent;
  }

  /** Applies a message of another process; ignored for ZIPs that this one sends. */
  hear(userId: string, ticket: string, { size, sent, state }: ZipProgress): void {
    const key = `${userId}:${ticket}`;
    const known = this.#watched.get(key);
    if (state === 'cancelled') this.end(userId, ticket, state);
    else if (known?.state === 'cancelled') return;
    else if (known && !known.isElsewhere && known.state === 'sending') return;
    keepNewest(this.#watched, key, { isElsewhere: true, size, state, readSent: () => sent }, most);
  }

  /** Null: no such ZIP is in transfer. */
  read(userId: string, ticket: string): ZipProgress | null {
    const watched = this.#watched.get(`${userId}:${ticket}`);
    if (!watched) return null;
    const { size, state } = watched;
    return { size, state, sent: Math.min(size, Math.max(0, watched.readSent())) };
  }
}

const watches = new WeakMap<object, ZipWatch>();

/** This process's tracker; others' ZIPs arrive over the bus. */
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

/** Milliseconds between two progress messages. */
const every = 1000;

/** Publishes a ZIP's progress, because the page may ask any process; returns the stop function (DWN-05). */
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

/** Cancels a ZIP in whichever process sends it. Safe to repeat. @returns whether the ticket exists */
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

/** Whether a page may use this as a ticket. */
export const isTicket = (value: string | null): value is string => /^[0-9a-zA-Z-]{8,64}$/.test(value ?? '');
