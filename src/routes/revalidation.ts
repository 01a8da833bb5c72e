import type { ShouldRevalidateFunctionArgs } from 'react-router';

type Given = Pick<ShouldRevalidateFunctionArgs, 'actionResult' | 'defaultShouldRevalidate'>;

/** The parts of a clientAction's answer that matter here. */
const answerIn = ({ actionResult }: Given): { ok?: boolean; isLost?: boolean } =>
  typeof actionResult === 'object' && actionResult !== null ? actionResult : {};

/** No revalidation after a failed request: its error would replace the page with everything typed on it. */
export const unlessLost = (given: Given): boolean => !answerIn(given).isLost && given.defaultShouldRevalidate;

/** The same, but also revalidates after a refusal: the page may be stale. */
export const alsoRefused = (given: Given): boolean => {
  const { ok, isLost } = answerIn(given);
  return !isLost && (ok === false || given.defaultShouldRevalidate);
};
