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
