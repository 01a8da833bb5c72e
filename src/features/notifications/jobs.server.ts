import type { Database } from '#db/open.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { forgetOldNotices } from './notify.server.ts';

interface Deps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

/** Every night: deletes old notices. */
export const notificationJobs = ({ db, bus, clock }: Deps): JobHandler<never>[] => [
  regularly({ name: 'tidy-notices', timeoutSeconds: 300, cron: '50 3 * * *' }, async () => {
    await forgetOldNotices({ db, bus }, clock.now());
  }),
];
