import { join } from 'node:path';
import type { Settings } from './env.server.ts';
import type { Logger } from './log.server.ts';
import type { Mailer } from './mail.ts';
import { openFileMailer } from './mail-file.server.ts';
import { openSmtpMailer } from './mail-smtp.server.ts';

export type { Mailer };

/** Where mails are kept without SMTP_URL. */
export const mailFolder = (settings: Pick<Settings, 'DATA_DIR'>): string => join(settings.DATA_DIR, 'mail');

/** Mail by SMTP_URL, or without it as files in DATA_DIR/mail. Nothing is connected before the first mail. */
export function openMailer(
  settings: Pick<Settings, 'DATA_DIR' | 'SMTP_URL' | 'MAIL_FROM'>,
  log: Logger,
): Mailer {
  const from = settings.MAIL_FROM;
  if (settings.SMTP_URL) return openSmtpMailer({ url: settings.SMTP_URL, from, log });
  return openFileMailer({ folder: mailFolder(settings), from, log });
}
