import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Bytes and milliseconds for which an unwanted body is still taken from the socket, after its sender was answered. */
const patience = { bytes: 16 * 1024 * 1024, time: 30_000 };
/** Milliseconds between two looks at what has come. */
const beat = 250;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * An answer that may be given before the request's body has come. It then says `Connection: close`, so that no proxy
 * sends another request into this connection, and what still comes is taken and dropped for a while: closing at once
 * would make the other side's system throw away the answer unread (RFC 9112, 9.6).
 */
export class LingeringResponse extends ServerResponse<IncomingMessage> {
  override writeHead(status: number, ...more: unknown[]): this {
    const { req, socket } = this;
    if (socket && hasBody(req) && !req.complete) {
      this.shouldKeepAlive = false;
      socket.destroySoon = () => linger(req, socket);
    }
    return Reflect.apply(super.writeHead, this, [status, ...more]) as this;
  }
}

function linger(req: IncomingMessage, socket: Socket): void {
  socket.destroySoon = () => {}; // who calls it next would not wait
  const most = socket.bytesRead + patience.bytes;
  let turns = patience.time / beat;
  const timer = setInterval(() => {
    turns -= 1;
    if (turns < 0 || socket.bytesRead > most) socket.destroy();
  }, beat);
  socket.once('close', () => clearInterval(timer)).end();
  // What has begun to read the body is done with it.
  req
    .removeAllListeners('data')
    .once('end', () => Socket.prototype.destroySoon.call(socket))
    .resume();
}
