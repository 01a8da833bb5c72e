import type { Database } from '#db/open.server.ts';
import type { Clock } from '#platform/clock.ts';
import { handles, type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import type { Mailer } from '#platform/mail.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { forgetDeleted } from './change-project.server.ts';
import { answersJob, streamJob } from './sharing/job-definitions.ts';
import { forgetStreams, makeStream } from './sharing/streams.server.ts';
import { tellOwner } from './sharing/tell-owner.server.ts';

interface Deps {
  db: Database;
  clock: Clock;
  mail: Mailer;
  storage: Storage;
  settings: { SITE_NAME: string; PUBLIC_URL: string; FFMPEG_PATH?: string | undefined };
}

/** Mails about answers, light sounds for strangers, and every night the end of the time of undoing. */
export const projectJobs = (deps: Deps): JobHandler<never>[] => [
  handles(answersJob, ({ projectId }) => tellOwner(deps, projectId, deps.clock.now())),
  handles(streamJob, ({ trackId }, signal) => makeStream(deps, trackId, signal)),
  regularly({ name: 'tidy-projects', timeoutSeconds: 300, cron: '55 3 * * *' }, async () => {
    await forgetDeleted(deps.db, deps.clock.now());
    await forgetStreams(deps.db, deps.storage, deps.clock.now());
  }),
];
