import type { z } from 'zod';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';
import { letterSchema } from './letters.ts';

/** Renders and sends one mail about a subscription; retried for about a day. */
export const letterJob: JobDefinition<z.infer<typeof letterSchema>> = {
  name: 'subscription-letter',
  schema: letterSchema,
  retries: 10,
  timeoutSeconds: 60,
  concurrency: 2,
};
