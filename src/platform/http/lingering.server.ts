import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Bytes and milliseconds for which a refused body is still drained. */
const patience = { bytes: 16 * 1024 * 1024, time: 30_000 };
const beat = 250;

/**
 * Whether unread bytes of the body remain. Node discards a complete body that nobody has touched; a partly read one would
 * block the next request on the connection.
 */
const isLeft = (req: IncomingMessage): boolean =>
  hasBody(req) && (!req.complete || (req.readableDidRead && !req.readableEnded));

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Allows a response before the request's body has been read. It sets `Connection: close`, so that no proxy reuses the
 * connection, and drains the body for a while: closing at once would make the other side discard the unread response
 * (RFC 9112, 9.6).
 */
export class LingeringResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** When the answer began (`performance.now()`); null before. */
  begunAt: number | null = null;

  override writeHead(status: number, ...more: unknown[]): this {
    this.begunAt ??= performance.now();
    const { req, socket } = this;
    if (socket && isLeft(req)) {
      this.shouldKeepAlive = false;
      socket.destroySoon = () => linger(req, socket);
    }
    return Reflect.apply(super.writeHead, this, [status, ...more]) as this;
  }
}

function linger(req: IncomingMessage, socket: Socket): void {
  socket.destroySoon = () => {}; // would close without waiting
  const most = socket.bytesRead + patience.bytes;
  let turns = patience.time / beat;
  const timer = setInterval(() => {
    turns -= 1;
    if (turns < 0 || socket.bytesRead > most) socket.destroy();
  }, beat);
  socket.once('close', () => clearInterval(timer)).end();
  // Whoever had begun to read the body has finished.
  req
    .removeAllListeners('data')
    .once('end', () => Socket.prototype.destroySoon.call(socket))
    .resume();
}
