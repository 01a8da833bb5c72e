export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

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
  return String(said ?? (error instanceof Error ? error.message : error))
    .replace(/\s+/g, ' ')
    .trim();
}
