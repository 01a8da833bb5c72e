import { RouterContextProvider } from 'react-router';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import type { testAccounts, Visitor } from './accounts.ts';

/** A loader's or action's answer: a thrown or returned Response, or data with its status. */
interface Answer {
  status: number;
  location: string | null;
  cookies: string[];
  data: unknown;
}

export type Handler = (args: never) => unknown;

/** Runs loaders and actions as the router does; the visitor keeps the cookies. */
export function runOn(site: Awaited<ReturnType<typeof testAccounts>>) {
  return async (
    handler: Handler,
    visitor: Visitor,
    path: string,
    form?: Record<string, string>,
  ): Promise<Answer> => {
    const request = form
      ? visitor.request(path, { method: 'POST', body: new URLSearchParams(form) })
      : visitor.request(path);
    const context = new RouterContextProvider();
    context.set(appContext, site as unknown as App);
    context.set(viewerContext, site.viewers.open(request).read);
    const args = { request, url: new URL(request.url), context, params: {} };
    const answer = await Promise.resolve(handler(args as never)).catch((thrown: unknown) => thrown);
    if (answer instanceof Error) throw answer;
    const { data, init } = answer instanceof Response ? { data: null, init: answer } : unwrap(answer);
    const headers = new Headers(init?.headers);
    visitor.take(headers.getSetCookie());
    return {
      status: init?.status ?? 200,
      location: headers.get('location'),
      cookies: headers.getSetCookie(),
      data,
    };
  };
}

/** Data with status and headers, or data alone. */
function unwrap(answer: unknown): { data: unknown; init: ResponseInit | null } {
  const wrapped = answer as { type?: string; data?: unknown; init?: ResponseInit | null };
  return wrapped?.type === 'DataWithResponseInit'
    ? { data: wrapped.data, init: wrapped.init ?? null }
    : { data: answer, init: null };
}
