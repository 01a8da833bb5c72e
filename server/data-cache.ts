import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '#routes/app.server.ts';
import { compress, type Encoding, encodingOf } from './compressed.ts';
import { securityHeaders } from './security.ts';

/** The data of the page that every session opens first and returns to all the time. */
const path = '/library.data';
/** Milliseconds an answer lives without being told to change: what the clock alone ends, ends this much later. */
const lifetime = 5_000;
const capacity = 2_000;
/** Longest address that is kept; the router asks for few. */
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
 * Answers a session's repeated questions for the library's data from memory. What is kept was made for exactly that
 * session cookie; the bus makes every process forget it when the person, the catalogue or the content change. Only
 * whole answers without cookies of their own are kept: refusals and redirects are made anew each time.
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

  /** Answers the request if a session asks for this data; false lets the next handler have it. */
  return (req: IncomingMessage, res: ServerResponse, fail: (error: unknown) => void): boolean => {
    const url = req.url ?? '';
    if (!url.startsWith(path) || req.method !== 'GET' || url.length > longestUrl) return false;
    const session = app.auth.cookies.raw(req.headers.cookie);
    // What is fetched ahead has a freshness of its own.
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
