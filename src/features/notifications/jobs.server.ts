import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobDefinition, JobHandler } from '#platform/jobs/jobs.server.ts';
import { forgetOldNotices } from './notify.server.ts';

/** Every night: deletes old notices. */
const tidyNoticesJob: JobDefinition<object> = {
  name: 'tidy-notices',
  schema: z.object({}),
  retries: 2,
  timeoutSeconds: 300,
  cron: '50 3 * * *',
};

interface Deps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

export function notificationJobs({ db, bus, clock }: Deps): JobHandler<never>[] {
  const tidy: JobHandler<object> = {
    definition: tidyNoticesJob,
    run: async () => void (await forgetOldNotices({ db, bus }, clock.now())),
  };
  return [tidy] as JobHandler<never>[];
}
