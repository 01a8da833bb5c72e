import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors.ts';
import type { LingeringResponse } from './lingering.server.ts';

/** Bounds of `endAnswers`; other values are for tests. */
const bounds = {
  /** Milliseconds in which a caller takes at least `leastBytes` of an answer. */
  patience: 60_000,
  leastBytes: 64 * 1024,
  /** Bytes that may wait in all connections; beyond, patience is a tenth. */
  mostHeld: 64 * 1024 * 1024,
  /** Connections of an address; behind a trusted proxy its answers. A station's 30 browsers hold 180. */
  mostOfAddress: 256,
  /** Requests that wait in a connection for the answer before them; browsers and proxies send none. */
  mostInConnection: 16,
  /** Milliseconds between two looks at all connections. */
  beat: 1000,
};
export type Bounds = typeof bounds;

/** A connection, and what it has taken since when. */
interface Caller {
  socket: Socket;
  /** Whose place it takes; null: nobody's, as a proxy's connection between two requests. */
  address: string | null;
  /** What it is being answered; null: it is idle. */
  answer: LingeringResponse | null;
  /** Requests that wait for their turn. */
  waiting: number;
  taken: number;
  /** `performance.now()` since when we wait for it: it is idle, or has not taken enough; null: it waits for us. */
  since: number | null;
}

type Answer = (req: IncomingMessage, res: LingeringResponse, refusal: AppError | null) => void;

/**
 * Gives each response of a server an end (decision 074), in front of all that answers: closes connections that do not
 * take what was written, bounds the connections of an address, and answers the requests of a connection in turn.
 * @param answer is given a refusal where there is no place @param isProxied whether connections are those of a trusted proxy @param addressOf whose place one takes
 */
export function endAnswers(
  server: Server<typeof IncomingMessage, typeof LingeringResponse>,
  answer: Answer,
  { isProxied, addressOf }: { isProxied: boolean; addressOf: (from: IncomingMessage | Socket) => string },
  given: Partial<Bounds> = {},
): void {
  const bound = { ...bounds, ...given };
  const callers = new Map<Socket, Caller>();
  const { enter, leave } = openPlaces(bound);

  server.on('connection', (socket: Socket) => {
    const since = performance.now();
    const caller: Caller = { socket, address: null, answer: null, waiting: 0, taken: 0, since };
    callers.set(socket, caller);
    socket.once('close', () => {
      callers.delete(socket);
      leave(caller);
    });
    if (!isProxied && !enter(caller, addressOf(socket))) socket.destroy();
  });

  const begin = (caller: Caller, req: IncomingMessage, res: LingeringResponse) => {
    const address = addressOf(req);
    if (isProxied) leave(caller);
    Object.assign(caller, { answer: res, since: null });
    res.once('close', () => {
      // The next one in the connection may have begun.
      if (caller.answer !== res) return;
      caller.answer = null;
      if (isProxied) leave(caller);
    });
    const isIn = !isProxied || enter(caller, address);
    answer(req, res, isIn ? null : new AppError('rate-limited', tooMany, { retryAfter: 5 }));
  };

  server.on('request', (req, res) => {
    const caller = callers.get(req.socket);
    if (!caller) return;
    if (res.socket) return begin(caller, req, res);
    // Sent ahead: an answer made now would lie in memory until its turn.
    caller.waiting += 1;
    if (caller.waiting > bound.mostInConnection) req.socket.destroy();
    res.once('socket', () => {
      caller.waiting -= 1;
      begin(caller, req, res);
    });
  });

  let held = 0;
  const timer = setInterval(() => {
    held = look(callers.values(), bound, held > bound.mostHeld ? bound.patience / 10 : bound.patience);
  }, bound.beat).unref();
  server.once('close', () => clearInterval(timer));
}

const tooMany =
  'Há conexões demais a partir deste endereço. Espere alguns segundos, ou feche downloads e abas, e tente de novo.';

/** The places of all addresses. One more takes the place of the caller that we have waited for longest. */
function openPlaces({ mostOfAddress, beat }: Bounds) {
  const places = new Map<string, Set<Caller>>();
  const leave = (caller: Caller): void => {
    const address = caller.address ?? '';
    const held = places.get(address);
    held?.delete(caller);
    if (held?.size === 0) places.delete(address);
    caller.address = null;
  };
  /** False: all places are taken, and their callers wait for us. */
  const enter = (caller: Caller, address: string): boolean => {
    let held = places.get(address);
    if (held && held.size >= mostOfAddress) {
      const before = performance.now() - beat;
      let idle: Caller | null = null;
      for (const one of held) if ((one.since ?? before) < (idle?.since ?? before)) idle = one;
      if (!idle) return false;
      leave(idle);
      idle.socket.resetAndDestroy();
      held = places.get(address);
    }
    places.set(address, (held ?? new Set()).add(caller));
    caller.address = address;
    return true;
  };
  return { enter, leave };
}

/**
 * Resets connections that have not taken enough for so long: closed only, the system would go on to hold what it took.
 * @returns the bytes that wait in all of them
 */
function look(callers: Iterable<Caller>, { leastBytes }: Bounds, patience: number): number {
  const now = performance.now();
  let held = 0;
  for (const caller of callers) {
    held += caller.socket.writableLength;
    const { taken, isStuck } = sentOn(caller.socket);
    if (!isStuck) caller.since = caller.answer ? null : (caller.since ?? now);
    else if (caller.since === null || taken - caller.taken >= leastBytes)
      Object.assign(caller, { taken, since: now });
    else if (now - caller.since >= patience) caller.socket.resetAndDestroy();
  }
  return held;
}

/**
 * Bytes that the system has taken from a connection for the caller, and whether more wait. A write counts by its parts,
 * which only the handle tells; Node's own timeouts ask it too.
 */
function sentOn(socket: Socket): { taken: number; isStuck: boolean } {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  const queued = handle?.writeQueueSize ?? 0;
  return { taken: (handle?.bytesWritten ?? 0) - queued, isStuck: queued > 0 };
}
