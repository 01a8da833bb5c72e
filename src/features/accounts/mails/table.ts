import { accountDeleted } from './account-deleted.tsx';
import { alreadyRegistered } from './already-registered.tsx';
import { backupFailed } from './backup-failed.tsx';
import { confirmEmail } from './confirm-email.tsx';
import { confirmNewEmail, emailChangeAsked, emailChanged } from './email-change.tsx';
import type { FactsOf } from './mail.tsx';
import { newDevice } from './new-device.tsx';
import { passwordChanged } from './password-changed.tsx';
import { recoverPassword } from './recover-password.tsx';

/** The mails about an account, by kind. */
export const accountMails = {
  'confirm-email': confirmEmail,
  'recover-password': recoverPassword,
  'already-registered': alreadyRegistered,
  'confirm-new-email': confirmNewEmail,
  'email-change-asked': emailChangeAsked,
  'email-changed': emailChanged,
  'password-changed': passwordChanged,
  'new-device': newDevice,
  'account-deleted': accountDeleted,
  'backup-failed': backupFailed,
};

/** A mail about an account as its job carries it; the mail's own schema checks the facts when it is rendered. */
export type Letter = { to: string } & FactsOf<typeof accountMails>;
