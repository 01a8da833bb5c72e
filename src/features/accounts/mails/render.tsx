import type { ReactElement } from 'react';
import type { Mail } from '#platform/mail.ts';
import type { Letter, MailSite } from '../letters.ts';
import { AccountDeletedMail, accountDeletedSubject } from './account-deleted.tsx';
import { AlreadyRegisteredMail, alreadyRegisteredSubject } from './already-registered.tsx';
import { composeMail } from './compose.ts';
import { ConfirmEmailMail, confirmEmailSubject } from './confirm-email.tsx';
import {
  ConfirmNewEmailMail,
  confirmNewEmailSubject,
  EmailChangeAskedMail,
  EmailChangedMail,
  emailChangeAskedSubject,
  emailChangedSubject,
} from './email-change.tsx';
import { NewDeviceMail, newDeviceSubject } from './new-device.tsx';
import { PasswordChangedMail, passwordChangedSubject } from './password-changed.tsx';
import { RecoverPasswordMail, recoverPasswordSubject } from './recover-password.tsx';

export function renderLetter(letter: Letter, site: MailSite): Promise<Mail> {
  const [subject, element] = template(letter, site);
  return composeMail(letter.to, subject, element, site);
}

function template(letter: Letter, site: MailSite): [subject: string, element: ReactElement] {
  switch (letter.kind) {
    case 'confirm-email':
      return [confirmEmailSubject, <ConfirmEmailMail key="" site={site} url={letter.url} />];
    case 'recover-password':
      return [recoverPasswordSubject, <RecoverPasswordMail key="" site={site} url={letter.url} />];
    case 'already-registered':
      return [alreadyRegisteredSubject, <AlreadyRegisteredMail key="" site={site} />];
    case 'confirm-new-email':
      return [confirmNewEmailSubject, <ConfirmNewEmailMail key="" site={site} url={letter.url} />];
    case 'email-change-asked':
      return [
        emailChangeAskedSubject,
        <EmailChangeAskedMail key="" site={site} newEmail={letter.newEmail} />,
      ];
    case 'email-changed':
      return [emailChangedSubject, <EmailChangedMail key="" site={site} newEmail={letter.newEmail} />];
    case 'password-changed':
      return [passwordChangedSubject, <PasswordChangedMail key="" site={site} at={letter.at} />];
    case 'new-device':
      return [newDeviceSubject, <NewDeviceMail key="" site={site} device={letter.device} at={letter.at} />];
    case 'account-deleted':
      return [accountDeletedSubject, <AccountDeletedMail key="" site={site} name={letter.name} />];
  }
}
