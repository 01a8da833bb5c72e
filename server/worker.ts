import type { JobHandler } from '#platform/jobs/jobs.server.ts';
import type { App } from '#routes/app.server.ts';

/** Everything the worker role does, in one table. */
export function jobHandlers(_app: App): JobHandler<never>[] {
  return [];
}
