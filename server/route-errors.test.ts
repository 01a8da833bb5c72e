import { RouterContextProvider, type ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import { retryAfterContext } from '#routes/app.server.ts';
import { guardRoutes } from './route-errors.ts';

/** A build whose only route does this before its loaders. */
const buildWith = (middleware: () => Promise<never>) =>
  ({
    routes: { root: { id: 'root', path: '', module: { default: null, middleware: [middleware] } } },
  }) as never;

async function answerOf(build: ServerBuild, context: RouterContextProvider): Promise<unknown> {
  const [middleware] = build.routes.root?.module.middleware ?? [];
  const args = { context, request: new Request('http://site/library'), params: {} };
  return (middleware as (args: object, next: () => void) => Promise<unknown>)(args, () => {}).catch(
    (thrown: unknown) => thrown,
  );
}

describe('what happens before any loader', () => {
  it('a database that restarts is a 503 that says when to ask again, not an unexpected error', async () => {
    const context = new RouterContextProvider();
    context.set(retryAfterContext, 300);
    const restarting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    const build = guardRoutes(
      buildWith(() => Promise.reject(new Error('Failed query', { cause: restarting }))),
    );
    expect(await answerOf(build, context)).toMatchObject({
      init: { status: 503 },
      data: { code: 'unavailable' },
    });
    expect(context.get(retryAfterContext)).toBe(5);
  });

  it('a bug stays one', async () => {
    const bug = new TypeError('undefined is not a function');
    const build = guardRoutes(buildWith(() => Promise.reject(bug)));
    expect(await answerOf(build, new RouterContextProvider())).toBe(bug);
  });
});
