import { messageOf } from './redact.ts';

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The same for each try of a mail: it keeps its Message-ID, so that mailboxes know a second copy as one. */
  key?: string;
}

/**
 * The facts of every job that sends a mail. The deadline is longer than the mailer's patience, or the queue would start a
 * second try beside the first; dead workers are noticed by their heartbeat. Several at once, because a server may take
 * ten minutes for one (decision 069).
 */
export const mailJob = { retries: 12, timeoutSeconds: 3600, concurrency: 4 };

/** Sends mail, or stores it where a developer can read it. */
export interface Mailer {
  /** @throws GatewayError when the mail server refuses or cannot be reached */
  send(mail: Mail): Promise<void>;
}

/** What a mail server said to a mail that it did not accept; else why there was no answer. One line. */
export function mailAnswer(error: unknown): string {
  const cause = (error instanceof Error ? error.cause : null) as {
    response?: unknown;
    code?: unknown;
  } | null;
  const said = [cause?.response, cause?.code].find((each) => typeof each === 'string');
  return String(said ?? messageOf(error))
    .replace(/\s+/g, ' ')
    .trim();
}
