import { z } from 'zod';
import type { JobDefinition, JobHandler } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { bringPicturesHome } from './take-pictures.server.ts';

type Deps = Parameters<typeof bringPicturesHome>[0] & { log: Logger };

const bringHome: JobDefinition<object> = {
  name: 'bring-pictures-home',
  schema: z.object({}),
  retries: 0,
  timeoutSeconds: 300,
  cron: '13 * * * *',
};

/** Every hour: pictures that older content names by https come into our own store. */
export function outsideJobs(deps: Deps): JobHandler<never>[] {
  const bring: JobHandler<object> = {
    definition: bringHome,
    async run() {
      const { taken, lost } = await bringPicturesHome(deps);
      if (taken.length > 0) deps.log.info({ taken }, 'imagens de fora guardadas aqui');
      if (lost.length > 0) deps.log.warn({ lost }, 'imagens de fora não encontradas');
    },
  };
  return [bring] as JobHandler<never>[];
}
