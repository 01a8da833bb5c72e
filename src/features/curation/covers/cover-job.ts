import { z } from 'zod';
import { idSchema } from '#platform/id-schema.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

const payload = z.object({ packageIds: z.array(idSchema) });

/** Draws covers anew: hundreds take longer than a request may. */
export const drawCoversJob: JobDefinition<z.infer<typeof payload>> = {
  name: 'draw-covers',
  schema: payload,
  retries: 3,
  timeoutSeconds: 900,
};
