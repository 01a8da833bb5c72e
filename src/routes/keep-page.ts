import { type DataStrategyResult, data, type MiddlewareFunction } from 'react-router';
import { tellSessionEnd, tellSessionEndOnce } from '#features/accounts/session-end.ts';
import { readSignIn } from '#features/accounts/sign-in.ts';

type Results = Record<string, DataStrategyResult>;

/** The sign-in that a result leads to; null: it leads elsewhere, or nowhere. */
function signInOf({ result }: DataStrategyResult) {
  const location = result instanceof Response ? result.headers.get('location') : null;
  return location === null ? null : readSignIn(location);
}

/**
 * In the browser, around every loader and action: a session that has ended takes no page away from under somebody.
 * What was sent to an action gets no answer, the form keeps its text and can be sent again after signing in. What a
 * page reads anew of itself stays as it is. A walk to another page leads to /auth, as the server says.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  for (const [route, result] of Object.entries(results)) {
    const signIn = signInOf(result);
    if (signIn?.notice === 'sessao-encerrada') {
      void tellSessionEnd();
      // By its status the router reads nothing anew.
      return { ...results, [route]: { type: 'data', result: data(undefined, { status: 401 }) } };
    }
    if (request.method === 'GET' && signIn?.notice === null && signIn.next === here()) {
      tellSessionEndOnce();
      // What is left out keeps the data it had; the router misses what never had any.
      return Object.fromEntries(Object.entries(results).filter(([, { result }]) => result === undefined));
    }
  }
  return results;
};

const here = (): string => window.location.pathname + window.location.search;
