export interface MailSite {
  name: string;
  /** Origin, without a trailing slash. */
  url: string;
}

/** Validity of confirmation links in hours, and of recovery links in minutes. */
export const confirmationHours = 24;
export const recoveryMinutes = 60;
