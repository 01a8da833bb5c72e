import { GatewayError } from './errors.ts';
import type { Logger } from './log.server.ts';
import type { Mailer } from './mail.ts';

interface SmtpFailure {
  code?: string;
  responseCode?: number;
}

/** Loads the library, which most processes never need. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
}

/** Connects and signs in at a mail server, and sends nothing. @returns the failure's code; null: it works */
export async function findMailTrouble(url: string): Promise<string | null> {
  const transport = await openTransport(url);
  try {
    await transport.verify();
    return null;
  } catch (cause) {
    return codeOf(cause as SmtpFailure);
  } finally {
    transport.close();
  }
}

const codeOf = ({ code, responseCode }: SmtpFailure): string =>
  [code, responseCode].filter(Boolean).join(' ') || 'unknown';

/** Sends mail over SMTP; one connection per mail, encrypted when the server offers it. */
export function openSmtpMailer(options: { url: string; from: string; log: Logger }): Mailer {
  let transport: Awaited<ReturnType<typeof openTransport>> | undefined;
  return {
    async send(mail) {
      try {
        transport ??= await openTransport(options.url);
        const { messageId } = await transport.sendMail({
          from: options.from,
          ...mail,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        options.log.debug({ messageId }, 'e-mail enviado');
      } catch (cause) {
        const failure = cause as SmtpFailure;
        throw new GatewayError(`mail server: ${codeOf(failure)}`, { retryable: mayPass(failure), cause });
      }
    },
  };
}

/** 4xx replies and network failures are retryable; 5xx replies, wrong credentials and wrong addresses are not. */
function mayPass({ code, responseCode }: SmtpFailure): boolean {
  if (responseCode !== undefined) return responseCode < 500;
  return code !== 'EAUTH' && code !== 'EENVELOPE';
}
