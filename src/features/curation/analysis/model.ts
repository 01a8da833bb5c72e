import { z } from 'zod';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

export const sweepLength = 100;
/** Days for which a track that cannot be measured is tried again. */
export const patienceDays = 7;

const payload = z.object({
  /** The track to continue after; empty: from the first. */
  after: z.string().default(''),
});

/** Completes measurements, such as after ffmpeg was installed; each run queues the next. */
export const completeAnalysisJob: JobDefinition<z.infer<typeof payload>> = {
  name: 'complete-analysis',
  schema: payload,
  retries: 1,
  timeoutSeconds: 7200,
  exclusive: true,
  cron: '7,37 * * * *',
  atStart: true,
};
