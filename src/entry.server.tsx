import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { pathForLog } from '#platform/log.server.ts';
import { appContext, nonceContext } from '#routes/app.server.ts';

/** Timeout of rendering a page in milliseconds. */
export const streamTimeout = 5_000;

/** Renders a page; robots and the page cache get it in one piece. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const nonce = context.get(nonceContext) || undefined;
  const agent = request.headers.get('user-agent');
  const whole = !agent || isbot(agent) || status >= 400;

  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        [whole ? 'onAllReady' : 'onShellReady']() {
          const body = new PassThrough();
          body.on('close', () => clearTimeout(timer));
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError: reject,
        onError(error: unknown) {
          context.get(appContext).log.error({ err: error }, 'erro ao desenhar a página');
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Reports bugs in loaders and actions once. A URL that not even `*` accepts arrives here as a refusal (NAV-23). */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const { log } = (context as RouterContextProvider).get(appContext);
  const path = pathForLog(request.url);
  if (!isRouteErrorResponse(error)) log.error({ err: error, path }, 'erro inesperado na página');
  else if (error.status === 404) log.warn({ path }, 'página não encontrada');
};
