import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '#routes/app.server.ts';
import { compress, type Encoding, encodingOf } from './compressed.ts';
import { securityHeaders } from './security.ts';

/** The page that a session opens most often. */
const path = '/library.data';
/** Maximum age in milliseconds; what expires by the clock (a subscription) stays cached this long. */
const lifetime = 5_000;
const capacity = 2_000;
/** Longest URL that is cached; the router uses few. */
const longestUrl = 200;

interface Answer {
  status: number;
  body: Buffer;
  headers: Record<string, string | string[]>;
}

interface Kept {
  userId: string;
  madeAt: number;
  answer: Answer;
}

/**
 * Caches the library's data per session cookie; the bus invalidates it when the person, the catalogue or the content
 * changes. Only complete responses without Set-Cookie are cached, never refusals or redirects.
 */
export function openDataCache(app: App, render: (request: Request) => Promise<Response>) {
  const kept = new Map<string, Kept>();
  let era = 0;
  const forget = (userId: string) => {
    era++;
    if (userId === '*') kept.clear();
    else for (const [key, entry] of kept) if (entry.userId === userId) kept.delete(key);
  };
  app.bus.on('viewer', forget);
  app.bus.on('content', () => forget('*'));
  app.bus.on('catalog', () => forget('*'));

  async function make(req: IncomingMessage, key: string, encoding: Encoding): Promise<Answer> {
    const startedIn = era;
    const cookie = req.headers.cookie!;
    const viewer = await app.viewers.read(cookie);
    const url = new URL(req.url!, app.settings.PUBLIC_URL);
    const response = await render(new Request(url, { headers: { Cookie: cookie } }));
    const setCookies = response.headers.getSetCookie();
    response.headers.delete('Set-Cookie');
    const body = await compress(Buffer.from(await response.arrayBuffer()), encoding, 4);
    const headers: Answer['headers'] = {
      ...Object.fromEntries(securityHeaders),
      ...Object.fromEntries(response.headers),
      vary: 'Accept-Encoding, Cookie',
      'content-length': String(body.length),
    };
    if (encoding !== 'identity') headers['content-encoding'] = encoding;
    if (setCookies.length > 0) headers['set-cookie'] = setCookies;
    const answer = { status: response.status, body, headers };
    if (viewer && startedIn === era && response.status === 200 && setCookies.length === 0) {
      if (kept.size >= capacity) kept.delete(kept.keys().next().value!);
      kept.delete(key);
      kept.set(key, { userId: viewer.user.userId, madeAt: Date.now(), answer });
    }
    return answer;
  }

  /** Answers the request if a session asks for this data; false passes it on. */
  return (req: IncomingMessage, res: ServerResponse, fail: (error: unknown) => void): boolean => {
    const url = req.url ?? '';
    if (!url.startsWith(path) || req.method !== 'GET' || url.length > longestUrl) return false;
    const session = app.auth.cookies.raw(req.headers.cookie);
    // Prefetched data have their own freshness.
    if (!session || req.headers['sec-purpose'] || req.headers.purpose) return false;
    const encoding = encodingOf(req);
    const key = `${session} ${encoding} ${url}`;
    const known = kept.get(key);
    if (known && Date.now() - known.madeAt < lifetime) write(res, known.answer);
    else make(req, key, encoding).then((answer) => write(res, answer), fail);
    return true;
  };
}

function write(res: ServerResponse, { status, body, headers }: Answer): void {
  res.writeHead(status, headers).end(body);
}
