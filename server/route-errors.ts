import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  redirect,
  replace,
  type ServerBuild,
} from 'react-router';
import { isUnstorableText } from '#db/down.server.ts';
import { isDatabaseDown } from '#db/open.server.ts';
import { AppError, errorBody } from '#platform/errors.ts';
import { retryAfterContext } from '#routes/app.server.ts';
import { isFromSignIn, signInFor } from './sign-in.ts';

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

/** The AppError behind a thrown value, or null when it is a bug. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseDown(error)) {
    return new AppError('unavailable', 'Estamos com uma instabilidade. Tente novamente em instantes.', {
      retryAfter: 5,
      cause: error,
    });
  }
  if (isUnstorableText(error)) {
    return new AppError('invalid', 'O texto tem um caractere que não pode ser usado.', { cause: error });
  }
  return null;
}

/** @param isPage the route shows something; otherwise it delivers a file */
function guarded(handler: Handler, { isPage, isSent }: { isPage: boolean; isSent: boolean }): Handler {
  return async (args) => {
    try {
      return await handler(args);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (!error) throw thrown;
      const { request, url } = args;
      const signIn = signInFor(error, { request, page: isPage ? url : null, isSent });
      if (signIn) throw (isFromSignIn(request) ? replace : redirect)(signIn);
      const headers =
        error.retryAfter === undefined ? undefined : { 'Retry-After': String(error.retryAfter) };
      throw data(errorBody(error).error, { status: error.status, headers });
    }
  };
}

type Middleware = MiddlewareFunction<Response>;

/** Errors of middleware reach no loader: they get the same page, and their Retry-After by way of the context. */
function guardedMiddleware(middleware: Middleware): Middleware {
  return async (args, next) => {
    try {
      return await middleware(args, next);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (!error) throw thrown;
      if (error.retryAfter !== undefined) args.context.set(retryAfterContext, error.retryAfter);
      throw data(errorBody(error).error, { status: error.status });
    }
  };
}

/**
 * Wraps every loader, action and middleware: redirects anonymous callers to /auth, turns AppErrors into pages; the rest
 * are bugs.
 */
export function guardRoutes(build: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action, middleware } = route.module;
      const isPage = route.module.default !== undefined;
      const module = {
        ...route.module,
        ...(loader && { loader: guarded(loader as Handler, { isPage, isSent: false }) }),
        ...(action && { action: guarded(action as Handler, { isPage, isSent: true }) }),
        ...(middleware && { middleware: (middleware as Middleware[]).map(guardedMiddleware) }),
      };
      return [id, { ...route, module }];
    }),
  );
  // isForeignWrite has already checked the origin. The router's own check compares with this server's address, which is
  // not https behind a proxy, so it would refuse every form.
  return { ...build, routes, allowedActionOrigins: ['**'] } as ServerBuild;
}
