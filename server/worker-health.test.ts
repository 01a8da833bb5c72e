import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { programVersion } from '#platform/project.server.ts';
import { wholeSite } from '#tests/whole-site.ts';
import { openWorkerHealth } from './worker-health.ts';

const { app } = await wholeSite();
const server = openWorkerHealth(app).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const ask = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

it('a worker tells its health, its readiness and its figures, and nothing else', async () => {
  expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok', version: programVersion() });
  expect((await ask('/readyz')).status).toBe(200);
  expect(await (await ask('/metrics')).text()).toContain('nodejs_eventloop_lag_seconds');
  expect((await ask('/library')).status).toBe(404);
});
