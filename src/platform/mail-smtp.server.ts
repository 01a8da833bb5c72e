import { createHash } from 'node:crypto';
import { GatewayError } from './errors.ts';
import type { Logger } from './log.server.ts';
import type { Mailer } from './mail.ts';

interface SmtpFailure {
  code?: string;
  responseCode?: number;
}

/**
 * Milliseconds. A server may check a mail for ten minutes before it confirms it; who gives up earlier and sends it again
 * delivers it twice (RFC 5321, 4.5.3.2.6). Until the server takes the mail, giving up costs nothing.
 */
export interface MailPatience {
  /** From the connection until the server has the whole mail. */
  beforeMail: number;
  /** The longest silence, so also the longest wait for the reply to the whole mail. */
  silence: number;
}
export const patience: MailPatience = { beforeMail: 5 * 60_000, silence: 11 * 60_000 };

/** Loads the library, which most processes never need. @param onWhole called when the server has the whole mail */
async function openTransport(url: string, silence: number, onWhole = () => {}) {
  const { createTransport } = await import('nodemailer');
  const ignore = () => {};
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: silence,
    // Its log is the only thing that tells the end of a mail from what comes before.
    logger: {
      level: ignore,
      trace: ignore,
      debug: ignore,
      info: (entry: unknown) => {
        if ((entry as { tnx?: unknown }).tnx === 'message') onWhole();
      },
      warn: ignore,
      error: ignore,
      fatal: ignore,
    },
  });
}

/** Connects and signs in at a mail server, and sends nothing. @returns the failure's code; null: it works */
export async function findMailTrouble(url: string): Promise<string | null> {
  const transport = await openTransport(url, 20_000);
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
export function openSmtpMailer(options: {
  url: string;
  from: string;
  log: Logger;
  patience?: MailPatience;
}): Mailer {
  const { url, from, log } = options;
  const { beforeMail, silence } = options.patience ?? patience;
  return {
    async send(mail) {
      const { key, ...content } = mail;
      let isWhole = false;
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), beforeMail);
      try {
        const transport = await openTransport(url, silence, () => {
          isWhole = true;
          clearTimeout(timer);
        });
        const { messageId } = await transport.sendMail({
          from,
          ...content,
          ...(key && { messageId: messageIdOf(from, key) }),
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: late.signal,
        });
        log.debug({ messageId }, 'e-mail enviado');
      } catch (cause) {
        const failure = cause as SmtpFailure;
        // It had the whole mail, and has said nothing for ten minutes: it may have taken it (decision 069).
        const isSilent = isWhole && failure.code === 'ETIMEDOUT';
        const code = isSilent ? 'no answer to the whole mail' : codeOf(failure);
        throw new GatewayError(`mail server: ${code}`, { retryable: !isSilent && mayPass(failure), cause });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function messageIdOf(from: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 40);
  return `<${hash}@${/@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'}>`;
}

/** 4xx replies and network failures are retryable; 5xx replies, wrong credentials and wrong addresses are not. */
function mayPass({ code, responseCode }: SmtpFailure): boolean {
  if (responseCode !== undefined) return responseCode < 500;
  return code !== 'EAUTH' && code !== 'EENVELOPE';
}
