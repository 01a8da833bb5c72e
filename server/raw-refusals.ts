import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { securityHeaders } from './security.ts';

/** The statuses with which Node refuses what its parser cannot read, by the parser's code; others are 400. */
const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what Node refuses by itself, before any handler: unreadable requests, headers that are too large, timeouts,
 * and unknown expectations. The same statuses, with the headers of every other response (SEC-06).
 */
export function answerRawRefusals(server: Server, more: readonly (readonly [string, string])[]): void {
  const headers = [
    ...securityHeaders,
    ...more,
    ['Cache-Control', 'no-store'],
    ['Connection', 'close'],
  ] as const;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A reset connection, or one whose response has begun, gets nothing.
    const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse };
    if (!socket.writable || error.code === 'ECONNRESET' || begun?.headersSent) {
      socket.destroy(error);
      return;
    }
    const status = statusOf[error.code ?? ''] ?? 400;
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    socket.end(
      [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'Content-Length: 0', '', ''].join('\r\n'),
    );
  });
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) => {
    res.writeHead(417, [...headers, ['Content-Length', '0'] as const].flat()).end();
  });
}

/**
 * Whether no address can be made of a request's host and target (RFC 9112, 3.2): Node refuses a missing host, and the
 * adapter of our router the rest, both without our headers.
 */
export const isMisaddressed = ({ url = '', headers: { host } }: IncomingMessage): boolean =>
  host === undefined ||
  !URL.canParse(`http://${host}`) ||
  !URL.canParse(url.startsWith('/') ? `http://${host}${url}` : url);
