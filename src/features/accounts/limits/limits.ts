/** At most `max` events in a window that begins with the first. */
export interface Limit {
  name: string;
  max: number;
  windowSeconds: number;
}

/** Limits per address, per place and account, and per account from everywhere (skipped for its known places). */
export interface PlaceLimits {
  address: Limit;
  place: Limit;
  account: Limit;
}

/** Failed sign-ins (A-26, AUT-18); a successful one is refunded. */
export const signIns: PlaceLimits = {
  address: { name: 'sign-in-address', max: 20, windowSeconds: 60 },
  place: { name: 'sign-in-place', max: 10, windowSeconds: 60 },
  account: { name: 'sign-in-account', max: 10, windowSeconds: 60 },
};

/** All mails that strangers can trigger to one address. */
const mailsToAccount: Limit = { name: 'mails-account', max: 30, windowSeconds: 600 };

/** Each sign-up sends a mail, possibly to a stranger (A-25). */
export const signUps: PlaceLimits = {
  address: { name: 'sign-up-address', max: 60, windowSeconds: 600 },
  place: { name: 'sign-up-place', max: 10, windowSeconds: 600 },
  account: mailsToAccount,
};

/** Requests for links by mail: recovery, confirmation (A-21), change of e-mail. */
export const linkRequests: PlaceLimits = {
  address: { name: 'link-address', max: 30, windowSeconds: 600 },
  place: { name: 'link-place', max: 3, windowSeconds: 600 },
  account: mailsToAccount,
};

/** Confirmations that administrators send to one account. */
export const linksByAdmin: Limit = { name: 'link-admin', max: 3, windowSeconds: 600 };

/** Test mails of one administrator. */
export const testMails: Limit = { name: 'mail-test', max: 10, windowSeconds: 600 };

/** Wrong current passwords per session. */
export const passwordCheck: Limit = { name: 'password-check', max: 10, windowSeconds: 60 };

/** Wrong codes and passkeys per address; better-auth also counts per account. */
export const codeByAddress: Limit = { name: 'code-address', max: 20, windowSeconds: 60 };
/** An app code works once, although it is valid for its half minute plus the one before and after. */
export const codeOnce: Limit = { name: 'code-once', max: 1, windowSeconds: 120 };

/** Every other write below /api/auth. */
export const otherCalls: Limit = { name: 'other-address', max: 120, windowSeconds: 60 };

/** The message when a limit is reached; `seconds` until the window ends. */
export function limitMessage(seconds: number): string {
  if (seconds <= 90) {
    return `Muitas tentativas. Tente novamente em ${seconds === 1 ? '1 segundo' : `${seconds} segundos`}.`;
  }
  return `Muitas tentativas. Tente novamente em ${Math.ceil(seconds / 60)} minutos.`;
}

/** A limit that an account has reached: wrong passwords, wrong codes, or requests for links by mail. */
export interface Lock {
  of: 'password' | 'code' | 'links';
  until: Date;
  tries: number;
}
