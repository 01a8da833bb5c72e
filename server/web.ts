import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { isVisit, openVisits } from '#features/figures/count-visits.server.ts';
import { blockOf } from '#platform/caller.server.ts';
import { AppError, errorResponse } from '#platform/errors.ts';
import { compressQuickly } from '#platform/http/compressed.server.ts';
import { endAnswers } from '#platform/http/ends.server.ts';
import { LingeringResponse } from '#platform/http/lingering.server.ts';
import { refuse } from '#platform/http/refuse.server.ts';
import { forLog } from '#platform/log.server.ts';
import { traced } from '#platform/trace.server.ts';
import { type App, appContext, nonceContext, retryAfterContext, viewerContext } from '#routes/app.server.ts';
import type { Assets } from './assets.ts';
import { setClientAddress } from './client-address.ts';
import { endpoints, nodeEndpoints } from './endpoints.ts';
import { maintenanceRetryAfter, openMaintenance } from './maintenance.ts';
import { routeNames, timeAnswer } from './metrics.ts';
import { openPageCache } from './page-cache.ts';
import { openPageStyles } from './page-style.ts';
import { answerRawRefusals, isMisaddressed } from './raw-refusals.ts';
import { guardRoutes, toAppError } from './route-errors.ts';
import { byFirstPart } from './route-groups.ts';
import { contentSecurityPolicy, isForeignWrite, securityHeaders, strictTransport } from './security.ts';
import { isWalk, signInFor } from './sign-in.ts';

export interface WebOptions {
  app: App;
  /** The router's build; in development a function that returns the newest. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  /** Asked first: Vite in development, the built files in production. */
  assets: Assets;
}

/** Milliseconds for a whole request: the largest recording, 200 MB, at 2 Mbit/s. Headers have one minute. */
const requestTimeout = 15 * 60_000;
/** Milliseconds of keep-alive: longer than the proxies', or a proxy would send a request into a closing connection. */
const keepAliveTimeout = 65_000;

/** The site as one HTTP server, not yet listening. */
export function openWeb({ app, build, mode, assets }: WebOptions): Server {
  const maintenance = openMaintenance(app);
  const pages = openPages(app, build, mode);
  const hono = openRouter(app, mode, maintenance, pages);
  const listener = getRequestListener(hono.fetch);
  const nodeHandlers = nodeEndpoints(app, (res, thrown) =>
    refuse(res, explain(app, thrown, res.req.url ?? '')),
  );
  const pageCache =
    mode === 'production'
      ? openPageCache(app, openPageStyles(assets.textOf), (path) => renderForCache(app, pages, path))
      : null;

  const visits = openVisits(app);
  /** The landing page, as it was sent to somebody who is not signed in. */
  const countVisit = (req: IncomingMessage, res: ServerResponse) => {
    if (req.method !== 'GET' || !/^\/(?:$|\?)/.test(req.url ?? '') || !isVisit(req.headers)) return;
    if (app.auth.cookies.raw(req.headers.cookie)) return;
    res.once('finish', () => (res.statusCode === 200 || res.statusCode === 304) && visits.count());
  };

  const serve = (req: IncomingMessage, res: ServerResponse) => {
    countVisit(req, res);
    if (nodeHandlers.some((handle) => handle(req, res))) return;
    const render = () => void listener(req, res);
    if (!pageCache?.(req, res, render)) render();
  };

  const open = (req: IncomingMessage, res: ServerResponse) => {
    const [path = '/'] = req.url?.split('?', 1) ?? [];
    const checking = maintenance.check(path, req.headers.cookie);
    if (!checking) {
      serve(req, res);
      return;
    }
    checking.then(
      (closed) => (closed ? refuse(res, closed) : serve(req, res)),
      (error: unknown) => refuse(res, explain(app, error, req.url ?? '')),
    );
  };
  const nameOf = routeNames(typeof build === 'function' ? null : build);
  return openServer(app, nameOf, (req, res) => assets.serve(req, res, () => open(req, res)));
}

/** The HTTP server, with what holds for every request: headers, figures, the client's address. */
function openServer(
  app: App,
  nameOf: ReturnType<typeof routeNames>,
  answer: (req: IncomingMessage, res: ServerResponse) => void,
): Server {
  // A missing host is refused below: Node's own answer has no header.
  const options = {
    requestTimeout,
    keepAliveTimeout,
    ServerResponse: LingeringResponse,
    requireHostHeader: false,
  };
  const transport = strictTransport(app.settings.PUBLIC_URL);
  const isProxied = app.settings.TRUST_PROXY;
  const addressOf = (from: IncomingMessage | Socket) =>
    blockOf('socket' in from ? setClientAddress(from, isProxied) : (from.remoteAddress ?? ''));
  const server = createServer(options);
  const begin = (req: IncomingMessage, res: LingeringResponse, refusal: AppError | null) =>
    traced(traceOf(req), () => {
      timeAnswer(app.metrics, nameOf, req, res);
      if (transport) res.setHeader('Strict-Transport-Security', transport);
      if (refusal) return refuse(res, refusal);
      if (isMisaddressed(req))
        return refuse(res, new AppError('invalid', 'O pedido não tem um endereço válido.'));
      answer(req, res);
    });
  endAnswers(server, begin, { isProxied, addressOf });
  answerRawRefusals(server, transport ? [['Strict-Transport-Security', transport]] : []);
  return server;
}

/** Calls and pages, behind what holds for all of them. */
function openRouter(
  app: App,
  mode: WebOptions['mode'],
  maintenance: ReturnType<typeof openMaintenance>,
  pages: ReturnType<typeof openPages>,
): Hono {
  const hono = new Hono();

  hono.use(async (c, next) => {
    await next();
    // `c.header` would make the answer, and a stream of its body, anew for each.
    const { headers } = c.res;
    for (const [name, value] of securityHeaders) if (!headers.has(name)) headers.set(name, value);
  });
  hono.use(async (c, next) => {
    if (isForeignWrite(c.req.raw, app.settings.PUBLIC_URL)) {
      throw new AppError('forbidden', 'Este pedido veio de outro site e foi recusado.');
    }
    return next();
  });
  hono.use(async (c, next) => {
    const closed = await maintenance.check(c.req.path, c.req.header('cookie'));
    if (closed) throw closed;
    return next();
  });
  if (mode === 'production') hono.use(compress(), compressWhole);

  for (const endpoint of endpoints(app)) hono.route('/', endpoint);

  hono.all('*', (c) => pages(c));
  hono.onError((thrown, c) => answerError(app, thrown, c));
  return hono;
}

const traceOf = ({ headers: { traceparent } }: IncomingMessage): string | undefined =>
  Array.isArray(traceparent) ? traceparent[0] : traceparent;

/** What is short and made in one piece; longer answers are compressed as they stream. */
const wholeTypes = /^(text\/html|text\/x-script|application\/json)/;

/** Compresses pages and data in one piece: a stream for each took a fifth of the time of all answers. */
const compressWhole: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers, status, body } = c.res;
  if (!body || headers.has('Content-Encoding') || headers.has('Content-Disposition')) return;
  if (!wholeTypes.test(headers.get('Content-Type') ?? '') || c.req.method === 'HEAD') return;
  const whole = Buffer.from(await c.res.arrayBuffer());
  const sent = compressQuickly(whole, headers, c.req.header('accept-encoding'));
  // Emptied first: else Hono adds the old answer's headers to the new one.
  c.res = undefined;
  c.res = new Response(sent, { status, headers });
};

/** What answers a path. In development the newest build does. */
function openHandlers(build: WebOptions['build'], mode: string) {
  if (typeof build !== 'function')
    return byFirstPart(guardRoutes(build), (part) => createRequestHandler(part, mode));
  const handle = createRequestHandler(async () => guardRoutes(await build()), mode);
  return () => handle;
}

/** Every page and `.data` response of the router. */
function openPages(app: App, build: WebOptions['build'], mode: string) {
  const handlerFor = openHandlers(build, mode);
  return async (c: Pick<Context, 'req'>, fixedNonce?: string): Promise<Response> => {
    const request = c.req.raw;
    const context = new RouterContextProvider();
    const { pathname } = new URL(request.url);
    // A page's data only: a browser that prefetched them may use them once without asking again.
    const isData = pathname.endsWith('.data');
    // In development no policy asks for one, and React would miss it in the browser.
    const isGuarded = mode === 'production' && !isData;
    const nonce = isGuarded ? (fixedNonce ?? randomBytes(16).toString('base64')) : '';
    const viewing = app.viewers.open(request);
    context.set(appContext, app);
    context.set(viewerContext, viewing.read);
    context.set(nonceContext, nonce);
    context.set(retryAfterContext, maintenanceRetryAfter);
    const response = await handlerFor(pathname)(request, context);
    for (const cookie of viewing.setCookies()) response.headers.append('Set-Cookie', cookie);
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
    if (isPage) {
      // In development Vite adds inline styles and scripts to the page.
      const policy =
        mode === 'production'
          ? contentSecurityPolicy([`'nonce-${nonce}'`], app.storage.origin)
          : "frame-ancestors 'none'";
      response.headers.set('Content-Security-Policy', policy);
    }
    if (response.status === 503) {
      if (!response.headers.has('Retry-After')) {
        response.headers.set('Retry-After', String(context.get(retryAfterContext)));
      }
      response.headers.set('Cache-Control', 'no-store');
    }
    if (!response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', isData ? 'private, no-cache' : 'private, no-store');
    }
    return response;
  };
}

/** Renders a page as a visitor without a session gets it, for the cache. */
async function renderForCache(
  app: App,
  pages: ReturnType<typeof openPages>,
  path: string,
): Promise<Response> {
  const raw = new Request(new URL(path, app.settings.PUBLIC_URL));
  return pages({ req: { raw } } as Pick<Context, 'req'>, '');
}

/** Turns a thrown value into a refusal; reports a bug once and returns it as it is. */
function explain(app: App, thrown: unknown, path: string): unknown {
  const error = toAppError(thrown);
  if (!error) app.log.error({ err: thrown, path: forLog(path) }, 'erro inesperado');
  return error ?? thrown;
}

function answerError(app: App, thrown: unknown, c: Context): Response {
  const error = explain(app, thrown, c.req.path);
  if (error instanceof AppError) {
    const { raw: request } = c.req;
    const signIn = isWalk(request) ? signInFor(error, { request, page: null, isSent: false }) : null;
    return signIn ? c.redirect(signIn) : errorResponse(error);
  }
  return Response.json(
    { error: { code: 'internal', message: 'Ocorreu um erro inesperado.' } },
    { status: 500, headers: { 'Cache-Control': 'no-store' } },
  );
}
