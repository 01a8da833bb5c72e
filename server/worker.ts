import { accountJobs } from '#features/accounts/jobs.server.ts';
import { backupJobs } from '#features/backup/jobs.server.ts';
import { creditsOnSettled } from '#features/credits/bring-credits.server.ts';
import { curationJobs } from '#features/curation/jobs.server.ts';
import { deliveryJobs } from '#features/delivery/jobs.server.ts';
import { draftJobs } from '#features/ingestion/draft-jobs.server.ts';
import { importJobs } from '#features/ingestion/import-jobs.server.ts';
import { storageJobs } from '#features/media/usage/jobs.server.ts';
import { notificationJobs } from '#features/notifications/jobs.server.ts';
import { privacyJobs } from '#features/privacy/jobs.server.ts';
import { projectJobs } from '#features/projects/jobs.server.ts';
import { recordingJobs } from '#features/recordings/late-jobs.server.ts';
import { heardJobs } from '#features/recordings/make-heard.server.ts';
import { progressJobs } from '#features/recordings/request-jobs.server.ts';
import { searchJobs } from '#features/search/jobs.server.ts';
import { outsideJobs } from '#features/site-editor/picture-jobs.server.ts';
import { letterJobs } from '#features/subscriptions/letter-jobs.server.ts';
import { lettersOnSettled } from '#features/subscriptions/send-letters.server.ts';
import { subscriptionJobs } from '#features/subscriptions/subscription-jobs.server.ts';
import type { JobHandler } from '#platform/jobs/jobs.server.ts';
import type { App } from '#routes/app.server.ts';

export const jobHandlers = (app: App): JobHandler<never>[] => [
  ...accountJobs(app),
  ...subscriptionJobs({ ...app, onSettled: [creditsOnSettled(app.settings), lettersOnSettled(app.jobs)] }),
  ...letterJobs(app),
  ...recordingJobs(app),
  ...progressJobs(app),
  ...heardJobs(app),
  ...privacyJobs(app),
  ...curationJobs(app),
  ...deliveryJobs(app),
  ...draftJobs(app),
  ...storageJobs(app),
  ...importJobs(app),
  ...searchJobs(app),
  ...outsideJobs(app),
  ...notificationJobs(app),
  ...backupJobs(app),
  ...projectJobs(app),
];
