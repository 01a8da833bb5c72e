import type { ShouldRevalidateFunctionArgs } from 'react-router';

type Args = Pick<ShouldRevalidateFunctionArgs, 'actionResult' | 'defaultShouldRevalidate'>;

/** The parts of a clientAction's answer that matter here. */
const answerIn = ({ actionResult }: Args): { ok?: boolean; isLost?: boolean } =>
  typeof actionResult === 'object' && actionResult !== null ? actionResult : {};

/** No revalidation after a failed request: its error would replace the page with everything typed on it. */
export const unlessLost = (args: Args): boolean => !answerIn(args).isLost && args.defaultShouldRevalidate;

/** The same, but also revalidates after a refusal: the page may be stale. */
export const alsoRefused = (args: Args): boolean => {
  const { ok, isLost } = answerIn(args);
  return !isLost && (ok === false || args.defaultShouldRevalidate);
};
