/** Days that sign-ins and what became of mails are kept. */
export const recordsDays = 90;
/** Sign-ins that are kept of an account. */
export const mostSignIns = 20;
/** Mails that are kept of an account. */
export const mostMails = 200;
/** Letters that are kept of a browser's name, and of a mail server's answer. */
export const longestAgent = 300;
export const longestAnswer = 300;
