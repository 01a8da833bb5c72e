import type { Template } from '#features/accounts/mails/mail.tsx';
import { accountMails } from '#features/accounts/mails/table.ts';
import { projectAnswers } from '#features/projects/mails/project-answers.tsx';
import { recordingReady } from '#features/recordings/mails/recording-ready.tsx';
import { recordingReceived } from '#features/recordings/mails/recording-received.tsx';
import { subscriptionMails } from '#features/subscriptions/mails/table.ts';

/** All mails of the site, by the name in the address of their page; a test finds one that is left out. */
export const mailTemplates: Readonly<Record<string, Template>> = {
  ...accountMails,
  ...subscriptionMails,
  'recording-received': recordingReceived,
  'recording-ready': recordingReady,
  'project-answers': projectAnswers,
};
