import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll } from 'vitest';
import { sessions } from '#db/schema/accounts.ts';
import { openAuth } from '#features/accounts/gateway.server.ts';
import { openDrive } from '#features/ingestion/drive-gateway.server.ts';
import { openViewerReader } from '#features/subscriptions/gates.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { AppError, errorResponse } from '#platform/errors.ts';
import { refuse } from '#platform/http/refuse.server.ts';
import { newId } from '#platform/ids.ts';
import { openMetrics } from '#platform/metrics.server.ts';
import { openStorage } from '#platform/storage/open.server.ts';
import type { App } from '#routes/app.server.ts';
import { endpoints, nodeEndpoints } from '#server/endpoints.ts';
import { toAppError } from '#server/route-errors.ts';
import { testDatabase } from './database.ts';
import { cheapPasswords } from './passwords.ts';

/** A clock that tests set. */
export class TestClock {
  #time = Date.parse('2026-11-21T12:00:00Z');
  now(): Date {
    return new Date(this.#time);
  }
  advance(seconds: number): void {
    this.#time += seconds * 1000;
  }
}

/** Every call and endpoint on a free port, with real accounts, database and disk; no pages, no jobs. */
export async function testSite(given: Record<string, string> = {}) {
  const { db, pool, bus, log, connectionString } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sonoteca-site-'));
  const settings = readSettings({ DATA_DIR: folder, ...given }, folder);
  const clock = new TestClock();
  const storage = await openStorage(settings, log);
  const mail = { send: async () => {} };
  const auth = await openAuth({ db, settings, mail, bus, clock, log, passwords: cheapPasswords });
  const viewers = openViewerReader({ db, auth, bus, clock });
  const drive = openDrive(settings, { pause: async () => {} });
  const ending = new AbortController();
  const { signal } = ending;
  const metrics = openMetrics();
  const parts = { metrics, settings, log, clock, db, bus, storage, auth, viewers, drive, ending: signal };
  const app = parts as unknown as App;

  const hono = new Hono();
  for (const endpoint of endpoints(app)) hono.route('/', endpoint);
  /** Errors that are no refusals; tests expect none. */
  const bugs: unknown[] = [];
  const seen = (thrown: unknown) => {
    const error = toAppError(thrown);
    if (!error) bugs.push(thrown);
    return error;
  };
  hono.onError((thrown) => errorResponse(seen(thrown) ?? new AppError('unavailable', 'bug')));
  const handlers = nodeEndpoints(app, (res: ServerResponse, thrown) => refuse(res, seen(thrown) ?? thrown));
  const listener = getRequestListener(hono.fetch);
  const server = createServer((req, res) => {
    if (!handlers.some((handle) => handle(req, res))) void listener(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  return {
    app,
    db,
    pool,
    connectionString,
    bus,
    storage,
    clock,
    url,
    bugs,
    beginEnd: () => ending.abort(),
    /** The Cookie header of a new session. */
    signIn: async ({ userId }: { userId: string }): Promise<string> => {
      const token = newId();
      const expiresAt = new Date(clock.now().getTime() + 30 * 86_400_000);
      await db.insert(sessions).values({ id: newId(), token, userId, expiresAt });
      return auth.cookies.write(token).split(';')[0]!;
    },
    ask: (path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
      fetch(url + path, { redirect: 'manual', ...init, headers }),
  };
}

export type TestSite = Awaited<ReturnType<typeof testSite>>;
