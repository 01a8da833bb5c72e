import type { IncomingMessage } from 'node:http';

/** A request as the Web's Request, without its body: for what reads only method, address and headers. */
export function toWebRequest(req: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value === undefined || name.startsWith(':')) continue;
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  return new Request(new URL(req.url ?? '/', 'http://site.invalid'), {
    method: req.method ?? 'GET',
    headers,
  });
}
