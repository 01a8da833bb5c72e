import { createTransport } from 'nodemailer';
import { GatewayError } from './errors.ts';
import type { Logger } from './log.server.ts';
import type { Mailer } from './mail.ts';

/** What a mail server or the way to it may say. */
interface SmtpFailure {
  code?: string;
  responseCode?: number;
}

/** Mail through an SMTP server; one connection per mail, encrypted where the server offers it. */
export function openSmtpMailer(options: { url: string; from: string; log: Logger }): Mailer {
  const transport = createTransport({
    url: options.url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send(mail) {
      try {
        const { messageId } = await transport.sendMail({
          from: options.from,
          ...mail,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        options.log.debug({ messageId }, 'e-mail enviado');
      } catch (cause) {
        const { code, responseCode } = cause as SmtpFailure;
        const reason = [code, responseCode].filter(Boolean).join(' ') || 'unknown';
        throw new GatewayError(`mail server: ${reason}`, { retryable: mayPass(cause as SmtpFailure), cause });
      }
    },
  };
}

/** 4xx answers and failures on the way pass; 5xx answers, wrong credentials and wrong addresses do not. */
function mayPass({ code, responseCode }: SmtpFailure): boolean {
  if (responseCode !== undefined) return responseCode < 500;
  return code !== 'EAUTH' && code !== 'EENVELOPE';
}
