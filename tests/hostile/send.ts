import { Agent, type ClientRequest, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { HostileAddress } from './addresses.ts';
import type { HostileCase } from './case.ts';

/** The outcome for a body: status 0 means that the connection closed before the response was read. */
export interface Fate {
  status: number;
  milliseconds: number;
  type: string;
  text: string;
}

let asked = 0;
/** Another client address per request, as with a botnet, so that no rate limit hides what is behind it. */
const nextClient = (): string => {
  asked += 1;
  return `198.18.${(asked >> 8) & 255}.${asked & 255}`;
};

/** Sends bodies over keep-alive connections, as a proxy does. */
export function hostileSender(url: string, connections: number) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  async function send({ method, path }: HostileAddress, what: HostileCase, cookie: string): Promise<Fate> {
    const began = performance.now();
    const headers: Record<string, string> = { ...what.headers, 'X-Forwarded-For': nextClient() };
    if (cookie) headers.Cookie = cookie;
    if (what.pieces) headers['Transfer-Encoding'] = 'chunked';
    else headers['Content-Length'] = String(what.body.length);
    const sent = request({ hostname, port, agent, method, path, headers });
    const answer = new Promise<Omit<Fate, 'milliseconds'>>((resolve) => {
      sent.on('error', (error) => resolve({ status: 0, type: '', text: String(error) }));
      sent.on('response', async (response) => {
        const type = response.headers['content-type'] ?? '';
        const text = await buffer(response).catch((error: unknown) => String(error));
        resolve({ status: response.complete ? response.statusCode! : 0, type, text: String(text) });
      });
    });
    write(sent, what);
    return { ...(await answer), milliseconds: performance.now() - began };
  }
  return { send, close: () => agent.destroy() };
}

function write(sent: ClientRequest, { body, pieces, leaves }: HostileCase): void {
  if (leaves) sent.write(body.subarray(0, body.length / 2), () => sent.destroy());
  else if (pieces) Readable.from(cut(body, pieces)).pipe(sent);
  else sent.end(body);
}

function* cut(body: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

/** Processes a list with limited parallelism. */
export async function together<T>(
  list: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = list[Symbol.iterator]();
  const worker = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
