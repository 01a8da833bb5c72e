import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { compressQuickly } from '#platform/http/compressed.server.ts';
import { pathForLog } from '#platform/log.server.ts';
import { paintFirst } from '#platform/paint-first.ts';
import { appContext, nonceContext } from '#routes/app.server.ts';

/** Timeout of rendering a page in milliseconds. */
export const streamTimeout = 5_000;

/** No text or data of a page can hold these: `<` is escaped in both. */
const main = { begin: '<main', end: '</main>' };

/**
 * Defers the page's scripts (`paintFirst`). Only what is around `<main>` is read as text, one character for each byte: all
 * that is looked for and added there is ASCII or was in the page. A page without `<main>` stays as it is.
 */
function paintBytesFirst(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const [from, to] = [page.indexOf(main.begin), page.lastIndexOf(main.end)];
  if (from < 0 || to < from) return page;
  const around = page.toString('latin1', 0, from) + page.toString('latin1', to);
  const { html } = paintFirst(around, 'paint');
  const cut = html.indexOf(main.end);
  return Buffer.concat([
    Buffer.from(html.slice(0, cut), 'latin1'),
    page.subarray(from, to),
    Buffer.from(html.slice(cut), 'latin1'),
  ]);
}

/** Renders a page in one piece: its data are loaded before, so that streaming would only cost time. */
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

  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    const body = new Writable({
      write(part: Uint8Array, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        const page = Buffer.concat(parts);
        // Without a nonce the page is rendered for the cache, which chooses the moment, or in development. It is compressed
        // here because each handler after this one copies its bytes.
        const sent = nonce
          ? compressQuickly(paintBytesFirst(page), headers, request.headers.get('Accept-Encoding'))
          : page;
        resolve(new Response(sent, { status, headers }));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          pipe(body);
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
