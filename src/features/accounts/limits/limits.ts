/** How often something may happen: so many times in a window that begins with the first. */
export interface Limit {
  /** Part of the counter's key. */
  name: string;
  max: number;
  windowSeconds: number;
}

/** Failed sign-ins (A-26, AUT-18); one that succeeds is given back. */
export const signInByAccount: Limit = { name: 'sign-in-account', max: 10, windowSeconds: 60 };
export const signInByAddress: Limit = { name: 'sign-in-address', max: 20, windowSeconds: 60 };

/** The same where the account was signed in before: strangers' failures leave it alone, and it leaves theirs. */
export const signInByPlace: Limit = { name: 'sign-in-place', max: 10, windowSeconds: 60 };

/** Wrong answers to "what is your current password" of somebody who is signed in, for each session. */
export const passwordCheck: Limit = { name: 'password-check', max: 10, windowSeconds: 60 };

export const signUpByAddress: Limit = { name: 'sign-up-address', max: 60, windowSeconds: 600 };

/** Requests for a link by mail: recovery, and a new confirmation (A-21). */
export const linkByAccount: Limit = { name: 'link-account', max: 3, windowSeconds: 600 };
export const linkByAddress: Limit = { name: 'link-address', max: 30, windowSeconds: 600 };

/** Mails that repeated sign-ups send to one address; further ones are silently left out. */
export const signUpMails: Limit = { name: 'sign-up-mails', max: 5, windowSeconds: 600 };

/** Everything else that is written through the accounts' addresses. */
export const otherCalls: Limit = { name: 'other-address', max: 120, windowSeconds: 60 };

/** What the person reads when a limit is reached; `seconds` until the window ends. */
export function limitMessage(seconds: number): string {
  if (seconds <= 90) {
    return `Muitas tentativas. Tente novamente em ${seconds === 1 ? '1 segundo' : `${seconds} segundos`}.`;
  }
  return `Muitas tentativas. Tente novamente em ${Math.ceil(seconds / 60)} minutos.`;
}
