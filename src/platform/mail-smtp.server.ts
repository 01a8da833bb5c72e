import { createTransport } from 'nodemailer';
import { GatewayError } from './errors.ts';
import type { Logger } from './log.server.ts';
import type { Mailer } from './mail.ts';

interface SmtpFailure {
  code?: string;
  responseCode?: number;
}

/** Sends mail over SMTP; one connection per mail, encrypted when the server offers it. */
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

/** 4xx replies and network failures are retryable; 5xx replies, wrong credentials and wrong addresses are not. */
function mayPass({ code, responseCode }: SmtpFailure): boolean {
  if (responseCode !== undefined) return responseCode < 500;
  return code !== 'EAUTH' && code !== 'EENVELOPE';
}
