import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { cacheReads } from './memory.ts';

/** Seconds of the histogram's bounds: a cached page, a page, a search, a slow one, an upload. */
const bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** What this process tells about itself; the text is for Prometheus. */
export interface Metrics {
  registry: Registry;
  /** Seconds until a request was answered, by route as the site map names it. */
  answered(request: { route: string; method: string; status: number }, seconds: number): void;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const requests = new Histogram({
    name: 'sonoteca_http_request_seconds',
    help: 'Answered requests and the seconds until the answer began.',
    labelNames: ['route', 'method', 'status'],
    buckets: bounds,
    registers: [registry],
  });
  new Counter({
    name: 'sonoteca_cache_reads_total',
    help: 'Reads of the caches in memory.',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, { hits, misses }] of cacheReads) {
        this.inc({ cache, result: 'hit' }, hits);
        this.inc({ cache, result: 'miss' }, misses);
      }
    },
  });
  return {
    registry,
    answered: ({ route, method, status }, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
  };
}

type Row = { labels?: Record<string, string>; value: number };

/**
 * A figure that is read when somebody asks for it; one of the same name is replaced. A failed read leaves it out, and the
 * others stand.
 */
export function addGauge(
  { registry }: Pick<Metrics, 'registry'>,
  about: { name: string; help: string; labelNames?: string[] },
  read: () => Promise<Row[]> | Row[],
): void {
  const { labelNames = [], ...named } = about;
  // Endpoints may be built again over the same registry.
  registry.removeSingleMetric(named.name);
  const gauge = new Gauge({
    ...named,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      try {
        for (const { labels = {}, value } of await read()) this.set(labels, value);
      } catch {
        if (labelNames.length === 0) this.set(Number.NaN);
      }
    },
  });
  gauge.reset();
}
