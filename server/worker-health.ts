import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App } from '#routes/app.server.ts';
import { setClientAddress } from './client-address.ts';
import { healthEndpoint } from './health.ts';

/** /healthz, /readyz and /metrics of a worker without a web role, on WORKER_PORT. Not yet listening. */
export function openWorkerHealth(app: App): Server {
  const listener = getRequestListener(healthEndpoint(app).fetch);
  return createServer((req, res) => {
    setClientAddress(req, app.settings.TRUST_PROXY);
    void listener(req, res);
  });
}
