import type { ShouldRevalidateFunctionArgs } from 'react-router';

type Given = Pick<ShouldRevalidateFunctionArgs, 'actionResult' | 'defaultShouldRevalidate'>;

/** What a clientAction answers, as far as it is told here. */
const answerIn = ({ actionResult }: Given): { ok?: boolean; isLost?: boolean } =>
  typeof actionResult === 'object' && actionResult !== null ? actionResult : {};

/**
 * For `shouldRevalidate`: nothing is read anew after a change that did not come through (`isLost` in what its
 * clientAction answers). That reading would be lost too, and an error would take the place of the page and of what
 * was written on it.
 */
export const unlessLost = (given: Given): boolean => !answerIn(given).isLost && given.defaultShouldRevalidate;

/** The same, and after a refusal the page is read anew: what it shows may be what somebody else has changed since. */
export const alsoRefused = (given: Given): boolean => {
  const { ok, isLost } = answerIn(given);
  return !isLost && (ok === false || given.defaultShouldRevalidate);
};
