import type { Database } from '#db/open.server.ts';
import type { Clock } from '#platform/clock.ts';
import { type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { forgetDeleted } from './change-project.server.ts';

/** Every night: ends the time in which deleted projects can be brought back. */
export const projectJobs = ({ db, clock }: { db: Database; clock: Clock }): JobHandler<never>[] => [
  regularly({ name: 'tidy-projects', timeoutSeconds: 300, cron: '55 3 * * *' }, () =>
    forgetDeleted(db, clock.now()),
  ),
];
