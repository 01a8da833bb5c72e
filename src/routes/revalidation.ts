import type { ShouldRevalidateFunctionArgs } from 'react-router';

type Args = Pick<ShouldRevalidateFunctionArgs, 'actionResult' | 'defaultShouldRevalidate'>;

/** The parts of a clientAction's answer that matter here. */
const answerIn = ({ actionResult }: Args): { ok?: boolean; isLost?: boolean } =>
  typeof actionResult === 'object' && actionResult !== null ? actionResult : {};

/** No revalidation after a failed request: its error would replace the page with everything typed on it. */
const unlessLost = (args: Args): boolean => !answerIn(args).isLost && args.defaultShouldRevalidate;

/** The same, but also revalidates after a refusal: the page may be stale. */
export const alsoRefused = (args: Args): boolean => {
  const { ok, isLost } = answerIn(args);
  return !isLost && (ok === false || args.defaultShouldRevalidate);
};

/** What is shown of the catalogue; nothing on these pages is edited. */
export const cataloguePages = /^\/(library|category|search|package|favorites|parecidos)(\/|$)/;
const adminPages = /^\/(admin|edit-home)(\/|$)/;

/** Navigating to these pages changes neither the user nor their rights. */
const isRestful = (path: string): boolean => cataloguePages.test(path) || adminPages.test(path);

/**
 * Navigating within catalogue or panel loads only that page: its failure leaves the rest (LIB-08, PKG-17, REQ-05). The
 * page after a payment is the exception: leaving it at once interrupts the reading of the new rights.
 */
export function revalidateRoot({ formMethod, currentUrl, nextUrl, ...given }: ShouldRevalidateFunctionArgs) {
  const isWalk = (!formMethod || formMethod === 'GET') && currentUrl.href !== nextUrl.href;
  const isPaid = currentUrl.pathname.startsWith('/payment/');
  if (isWalk && isPaid) return true;
  return isWalk && isRestful(nextUrl.pathname) ? false : unlessLost(given);
}
