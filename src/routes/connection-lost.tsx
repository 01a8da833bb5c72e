import { ErrorPage } from '#features/site/components/error-page.tsx';
import { useRetry } from '#routes/use-retry.ts';

/** Browsers' messages of a failed fetch: Chromium, Firefox and Safari. */
const lostCall = /failed to fetch|networkerror|load failed/i;

/** Whether a page's request failed without any response. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof TypeError && lostCall.test(error.message);

/** Shown while offline; retries when the connection is back. Playback continues. */
export function ConnectionLost({ siteName }: { siteName: string | undefined }) {
  const { retry } = useRetry();
  return <ErrorPage status={0} siteName={siteName} onRetry={retry} />;
}
