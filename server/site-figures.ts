import type { Pool } from 'pg';
import { countDay } from '#features/figures/queries.server.ts';
import { getStorageStats } from '#features/media/usage/queries.server.ts';
import { countUnsettled } from '#features/subscriptions/payment-events.server.ts';
import { addGauge, type Metrics } from '#platform/metrics.server.ts';
import type { App } from '#routes/app.server.ts';

/** Milliseconds for which the database's figures are cached: several programs may ask. */
const age = 10_000;

function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { value: Promise<T>; at: number } | null = null;
  return () => {
    if (!last || performance.now() - last.at > age) last = { value: read(), at: performance.now() };
    return last.value;
  };
}

/** Connections of this process, and requests that wait for one. */
export function addPoolFigures(metrics: Metrics, pool: Pool): void {
  const about = {
    name: 'sonoteca_database_pool',
    help: 'Connections to the database.',
    labelNames: ['state'],
  };
  addGauge(metrics, about, () => [
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'waiting' }, value: pool.waitingCount },
  ]);
}

/** Figures of the whole site, the same in every process. */
export function addSiteFigures(app: App): void {
  const { db, jobs, settings, clock, metrics } = app;
  const queue = remembered(() => jobs.count());
  const jobLabels = ['job', 'state'];
  addGauge(
    metrics,
    { name: 'sonoteca_jobs', help: 'Jobs by kind and state.', labelNames: jobLabels },
    async () =>
      (await queue()).map(({ name, state, count }) => ({ labels: { job: name, state }, value: count })),
  );
  addGauge(
    metrics,
    { name: 'sonoteca_jobs_oldest_seconds', help: 'Age of the oldest job.', labelNames: jobLabels },
    async () =>
      (await queue())
        .filter(({ state }) => state !== 'failed')
        .map(({ name, state, oldestSeconds }) => ({ labels: { job: name, state }, value: oldestSeconds })),
  );
  const unsettled = remembered(() => countUnsettled(db));
  addGauge(
    metrics,
    { name: 'sonoteca_webhooks_unsettled', help: 'Payment events not settled.' },
    async () => [{ value: await unsettled() }],
  );
  const day = remembered(() => countDay(db, clock.now()));
  addGauge(metrics, { name: 'sonoteca_day', help: 'Today so far.', labelNames: ['what'] }, async () => {
    const { plays, downloads } = await day();
    return [
      { labels: { what: 'plays' }, value: plays },
      { labels: { what: 'downloads' }, value: downloads },
    ];
  });
  const storage = remembered(() => getStorageStats(db, settings));
  addGauge(metrics, { name: 'sonoteca_storage_bytes', help: 'Bytes of all files.' }, async () => [
    { value: (await storage()).total.size },
  ]);
}
