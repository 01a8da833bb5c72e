/** How often something may happen: so many times in a window that begins with the first. */
export interface Limit {
  /** Part of the counter's key. */
  name: string;
  max: number;
  windowSeconds: number;
}

/**
 * Limits of what anybody may do to an account that he names: from one client address to all accounts, from one place to
 * one account, and from everywhere to one account. Places that the account knows are spared the last.
 */
export interface PlaceLimits {
  address: Limit;
  place: Limit;
  account: Limit;
}

/** Failed sign-ins (A-26, AUT-18); one that succeeds is given back. */
export const signIns: PlaceLimits = {
  address: { name: 'sign-in-address', max: 20, windowSeconds: 60 },
  place: { name: 'sign-in-place', max: 10, windowSeconds: 60 },
  account: { name: 'sign-in-account', max: 10, windowSeconds: 60 },
};

/** All mails that strangers can have sent to one address. */
const mailsToAccount: Limit = { name: 'mails-account', max: 30, windowSeconds: 600 };

/** Sign-ups: each sends a mail, to whom it may concern (A-25). */
export const signUps: PlaceLimits = {
  address: { name: 'sign-up-address', max: 60, windowSeconds: 600 },
  place: { name: 'sign-up-place', max: 10, windowSeconds: 600 },
  account: mailsToAccount,
};

/** Requests for a link by mail: recovery, a new confirmation (A-21), a change of e-mail. */
export const linkRequests: PlaceLimits = {
  address: { name: 'link-address', max: 30, windowSeconds: 600 },
  place: { name: 'link-place', max: 3, windowSeconds: 600 },
  account: mailsToAccount,
};

/** Wrong answers to "what is your current password" of somebody who is signed in, for each session. */
export const passwordCheck: Limit = { name: 'password-check', max: 10, windowSeconds: 60 };

/** Wrong codes and passkeys from one address; the accounts library counts them for each account too. */
export const codeByAddress: Limit = { name: 'code-address', max: 20, windowSeconds: 60 };
/** A code of an app is good for one sign-in, though the app shows it for half a minute and is given as long before and after. */
export const codeOnce: Limit = { name: 'code-once', max: 1, windowSeconds: 120 };

/** Everything else that is written through the accounts' addresses. */
export const otherCalls: Limit = { name: 'other-address', max: 120, windowSeconds: 60 };

/** What the person reads when a limit is reached; `seconds` until the window ends. */
export function limitMessage(seconds: number): string {
  if (seconds <= 90) {
    return `Muitas tentativas. Tente novamente em ${seconds === 1 ? '1 segundo' : `${seconds} segundos`}.`;
  }
  return `Muitas tentativas. Tente novamente em ${Math.ceil(seconds / 60)} minutos.`;
}
