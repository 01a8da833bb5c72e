import { z } from 'zod';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

const payload = z.object({ deliveryId: z.string() });

/**
 * Prepares the files of one delivery; what is ready stays ready when it is repeated. One of each account runs at once, of
 * so many accounts; their files take turns.
 */
export const prepareJob: JobDefinition<z.infer<typeof payload>> = {
  name: 'prepare-delivery',
  schema: payload,
  retries: 2,
  timeoutSeconds: 4 * 3600,
  exclusive: true,
  concurrency: 8,
};
