import { DriveError } from './imports.ts';

const mostRedirects = 5;

/**
 * A `fetch` that never leaves its host: the usual one would send the key's header along with a redirect, and a
 * response from elsewhere is not Drive's. @throws DriveError `bad-answer` for a redirect to another host, or of
 * anything but a GET
 */
export function onSameHost(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const response = await send(url, { ...init, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.body?.cancel();
      const next = URL.parse(location, url);
      if (next?.origin !== url.origin || (init?.method ?? 'GET') !== 'GET') break;
      url = next;
    }
    throw new DriveError('bad-answer', { cause: new Error(`redirected away from ${url.origin}`) });
  };
}
