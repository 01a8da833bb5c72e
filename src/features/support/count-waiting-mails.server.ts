import { letterJob as accountLetter } from '#features/accounts/jobs.server.ts';
import { answersJob } from '#features/projects/sharing/job-definitions.ts';
import { recordingReadyJob, recordingReceivedJob } from '#features/recordings/request-jobs.server.ts';
import { letterJob as subscriptionLetter } from '#features/subscriptions/letter-job.ts';
import type { JobDefinition, Jobs, WaitingJob } from '#platform/jobs/jobs.server.ts';

/** Every kind of job that sends a mail (its test finds a missing one). Each payload names the recipient. */
export const mailJobs: readonly JobDefinition<{ to: string } | { userId: string }>[] = [
  accountLetter,
  subscriptionLetter,
  recordingReceivedJob,
  recordingReadyJob,
  answersJob,
];

/** Mails to an account that no mail server has accepted yet. */
export const countWaitingMails = (
  jobs: Pick<Jobs, 'countWaiting'>,
  { userId, email }: { userId: string; email: string },
): Promise<number> =>
  jobs.countWaiting(
    mailJobs.flatMap(({ name }): WaitingJob[] => [
      { name, holding: { to: email } },
      { name, holding: { userId } },
    ]),
  );
