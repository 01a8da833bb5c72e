import { type Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Database, openDatabase } from '#db/open.server.ts';
import { sessions } from '#db/schema/accounts.ts';
import { openSessionCookie } from '#features/accounts/signed-cookie.ts';
import { newId } from '#platform/ids.ts';
import { openLog } from '#platform/log.server.ts';
import { aSubscriber } from '#tests/builders.ts';
import type { Site } from './site.ts';

/** SESSION_SECRET of a site whose sessions are made here. */
export const secret = 'segredo-do-banco-de-medida-com-32-letras';

export interface Ask {
  method?: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  body: Buffer;
  encoding: string | undefined;
  milliseconds: number;
}

/** A whole page, as a browser asks for the first one. */
export const documentOf = (path: string): Ask => ({ path, headers: { Accept: 'text/html,*/*;q=0.8' } });

/** A page's data, as a click asks for them. @param route of the listener's pages, which alone is loaded anew */
export const dataOf = (path: string, route: string | null, query = ''): Ask => {
  const asked = new URLSearchParams(query);
  if (route) asked.set('_routes', `routes/listener/${route}`);
  return { path: `${path}.data${asked.size > 0 ? `?${asked}` : ''}` };
};

export const openSiteDatabase = (site: Site) =>
  openDatabase({ DATA_DIR: site.dataDir, DATABASE_URL: undefined }, openLog('warn'));

/** Subscribers with a session each. */
export async function makeSessions(
  db: Database,
  site: Pick<Site, 'url'>,
  amount: number,
): Promise<{ userId: string; cookie: string }[]> {
  const cookies = openSessionCookie({ secret, publicUrl: site.url, seconds: 86_400 });
  const made = [];
  for (let at = 0; at < amount; at++) {
    const { userId } = await aSubscriber(db);
    const token = newId();
    await db
      .insert(sessions)
      .values({ id: newId(), token, userId, expiresAt: new Date(Date.now() + 86_400_000) });
    made.push({ userId, cookie: cookies.write(token).replace(/;.*/s, '') });
  }
  return made;
}

export function textOf({ body, encoding }: Answer): string {
  const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
  const plain = unpack ? unpack(body) : body;
  return plain.toString('utf8');
}

export function ask(
  site: Site,
  agent: Agent,
  cookie: string,
  { method = 'GET', path, body, headers }: Ask,
): Promise<Answer> {
  const begun = performance.now();
  const text = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      site.url + path,
      {
        method,
        agent,
        headers: {
          Cookie: cookie,
          'Accept-Encoding': 'gzip, deflate, br, zstd',
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
          ...(text
            ? {
                'Content-Type': 'application/json',
                'Content-Length': Buffer.byteLength(text),
                Origin: site.url,
              }
            : {}),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(parts),
            encoding: answer.headers['content-encoding'],
            milliseconds: performance.now() - begun,
          }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
