import { z } from 'zod';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

const payload = z.object({ trackId: z.string() });

export const analyseTrackJob: JobDefinition<z.infer<typeof payload>> = {
  name: 'analyse-track',
  schema: payload,
  retries: 2,
  // Longer than two timeouts of the measuring process: otherwise a bad file would never be reported.
  timeoutSeconds: 2 * 3600,
  concurrency: 1,
};
