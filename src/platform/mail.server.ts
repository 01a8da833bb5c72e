import { join } from 'node:path';
import type { Settings } from './env.server.ts';
import type { Logger } from './log.server.ts';
import type { Mailer } from './mail.ts';
import { openFileMailer } from './mail-file.server.ts';
import { findMailTrouble, openSmtpMailer } from './mail-smtp.server.ts';

export { findMailTrouble, type Mailer };

export const mailFolder = (settings: Pick<Settings, 'DATA_DIR'>): string => join(settings.DATA_DIR, 'mail');

/** Sends mail by SMTP_URL, or writes files to DATA_DIR/mail without it. Connects at the first mail. */
export function openMailer(
  settings: Pick<Settings, 'DATA_DIR' | 'SMTP_URL' | 'MAIL_FROM'>,
  log: Logger,
): Mailer {
  const from = settings.MAIL_FROM;
  if (settings.SMTP_URL) return openSmtpMailer({ url: settings.SMTP_URL, from, log });
  return openFileMailer({ folder: mailFolder(settings), from, log });
}
