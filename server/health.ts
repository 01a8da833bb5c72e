import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { clientAddressHeader } from '#features/health/proxy-checks.server.ts';
import { findDataDirTrouble } from '#platform/data-dir.server.ts';
import { isFromThisMachine } from '#platform/loopback.ts';
import { programVersion } from '#platform/project.server.ts';
import { isSameSecret } from '#platform/same-secret.server.ts';
import type { App } from '#routes/app.server.ts';
import { addSiteFigures } from './site-figures.ts';

/**
 * /healthz: the process lives, with its version, and whom it takes the caller for. /readyz: its parts answer. /metrics: by token or from this machine.
 */
export function healthEndpoint(app: App): Hono {
  const hono = new Hono();
  const { registry } = app.metrics;
  addSiteFigures(app);

  const version = programVersion();
  hono.get('/healthz', (c) => {
    const address = c.req.header('x-client-address') ?? '';
    return c.json({ status: 'ok', version }, 200, { [clientAddressHeader]: address });
  });

  hono.get('/readyz', async (c) => {
    const checks = {
      database: app.db.execute(sql`select 1`),
      storage: app.storage.stat('readyz'),
      jobs: app.jobs.check(),
      disk: findDataDirTrouble(app.settings.DATA_DIR).then((trouble) => {
        if (trouble) throw new Error(trouble);
      }),
    };
    const names = Object.keys(checks);
    const results = await Promise.allSettled(Object.values(checks));
    const report = Object.fromEntries(
      results.map((r, i) => [names[i], r.status === 'fulfilled' ? 'ok' : 'falhou']),
    );
    const ready = results.every((r) => r.status === 'fulfilled');
    return c.json({ status: ready ? 'ok' : 'indisponível', ...report }, ready ? 200 : 503);
  });

  hono.get('/metrics', async (c) => {
    const token = app.settings.METRICS_TOKEN;
    const allowed = token
      ? isSameSecret(c.req.header('authorization') ?? '', `Bearer ${token}`)
      : isFromThisMachine(c.req.raw.headers);
    if (!allowed) return c.json({ error: { code: 'forbidden', message: 'Acesso negado.' } }, 403);
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
  return hono;
}
