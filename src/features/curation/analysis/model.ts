import { z } from 'zod';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

/** Tracks that one run of the sweep measures. */
export const sweepLength = 100;

const payload = z.object({
  /** The track after which to go on; empty: from the first. */
  after: z.string().default(''),
});

/** Measures what could not be measured when it arrived, as after ffmpeg was installed; one run follows the other. */
export const completeAnalysisJob: JobDefinition<z.infer<typeof payload>> = {
  name: 'complete-analysis',
  schema: payload,
  retries: 1,
  timeoutSeconds: 7200,
  exclusive: true,
  cron: '7,37 * * * *',
};
