import { ErrorPage } from '#features/site/components/error-page.tsx';
import { useRetry } from '#routes/use-retry.ts';

/** What browsers say of a call that never reached anybody: Chromium, Firefox and Safari, each in its own words. */
const lostCall = /failed to fetch|networkerror|load failed/i;

/** Whether a page could not be asked for: no answer came, neither good nor bad. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof TypeError && lostCall.test(error.message);

/** Says that there is no connection, and comes back by itself when there is one; what sounds goes on meanwhile. */
export function ConnectionLost() {
  const { retry } = useRetry();
  return <ErrorPage status={0} onRetry={retry} />;
}
