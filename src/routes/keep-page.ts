import { type DataStrategyResult, data, type MiddlewareFunction } from 'react-router';
import { tellSessionEnd, tellSessionEndOnce } from '#features/accounts/session-end.ts';
import { readSignIn } from '#features/accounts/sign-in.ts';
import { formBehind } from '#platform/sent-form.client.ts';

type Results = Record<string, DataStrategyResult>;

/** The sign-in that a result redirects to; null for other results. */
function signInOf({ result }: DataStrategyResult) {
  const location = result instanceof Response ? result.headers.get('location') : null;
  return location === null ? null : readSignIn(location);
}

/**
 * Client middleware around every loader and action: an ended session never replaces the page. A submission gets no
 * answer, so its form keeps its text and is submitted again after signing in (by itself, or by a click); a
 * revalidation keeps the old data. Navigation to another page follows the server's redirect to /auth.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const submitAgain = await formBehind(request);
  const results = await next();
  for (const [route, result] of Object.entries(results)) {
    const signIn = signInOf(result);
    if (signIn?.notice === 'sessao-encerrada') {
      void tellSessionEnd({ goesOn: submitAgain !== null }).then((isBack) => isBack && submitAgain?.());
      // With this status the router does not revalidate.
      return { ...results, [route]: { type: 'data', result: data(undefined, { status: 401 }) } };
    }
    if (request.method === 'GET' && signIn?.notice === null && signIn.next === here()) {
      tellSessionEndOnce();
      // A missing result keeps the old data; the router requires one for a loader without data.
      return Object.fromEntries(Object.entries(results).filter(([, { result }]) => result === undefined));
    }
  }
  return results;
};

const here = (): string => window.location.pathname + window.location.search;
