import type { IncomingMessage } from 'node:http';

/**
 * Sets `x-client-address` from the socket or, behind a trusted proxy, X-Forwarded-For; drops a value sent by the
 * caller. Returns it.
 */
export function setClientAddress(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? req.headers['x-forwarded-for'] : undefined;
  const last = (Array.isArray(forwarded) ? forwarded.at(-1) : forwarded)?.split(',').at(-1)?.trim();
  const address = last || req.socket.remoteAddress || 'unknown';
  for (let i = req.rawHeaders.length - 2; i >= 0; i -= 2) {
    if (req.rawHeaders[i]?.toLowerCase() === 'x-client-address') req.rawHeaders.splice(i, 2);
  }
  req.rawHeaders.push('x-client-address', address);
  req.headers['x-client-address'] = address;
  return address;
}
