import { type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { bringPicturesHome } from './take-pictures.server.ts';

type Deps = Parameters<typeof bringPicturesHome>[0] & { log: Logger };

/** Every hour: fetches pictures that older content references by https into our own store. */
export const outsideJobs = (deps: Deps): JobHandler<never>[] => [
  regularly(
    { name: 'bring-pictures-home', retries: 0, timeoutSeconds: 300, cron: '13 * * * *' },
    async () => {
      const { taken, lost } = await bringPicturesHome(deps);
      if (taken.length > 0) deps.log.info({ taken }, 'imagens de fora guardadas aqui');
      if (lost.length > 0) deps.log.warn({ lost }, 'imagens de fora não encontradas');
    },
  ),
];
