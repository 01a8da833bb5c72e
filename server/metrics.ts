import type { IncomingMessage } from 'node:http';
import { TrieRouter } from 'hono/router/trie-router';
import type { ServerBuild } from 'react-router';
import type { LingeringResponse } from '#platform/http/lingering.server.ts';
import type { Metrics } from '#platform/metrics.server.ts';
import { served } from './endpoints.ts';
import { addressOf } from './route-groups.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** The route of whatever the site does not have: addresses of strangers must not become labels. */
const unknown = 'unknown';

/** Names the route of a path as the site map and the endpoints do. */
export function routeNames(build: ServerBuild | null): (path: string) => string {
  const router = new TrieRouter<string>();
  for (const path of ['/assets/*', ...served]) router.add('ALL', path, path);
  for (const path of build ? pagesOf(build) : []) router.add('ALL', path, path);
  return (path) => {
    const page = path.replace(/(\/_|)\.data$/, '') || '/';
    return router.match('ALL', page)[0][0]?.[0] ?? unknown;
  };
}

const pagesOf = ({ routes }: ServerBuild): string[] =>
  Object.values(routes).flatMap((route) =>
    route && route.path !== '*' && (route.path || route.index) ? [addressOf(routes, route.id) || '/'] : [],
  );

/**
 * Counts an answer when it has ended, also one that the caller left. Its time is that until it began: sounds, ZIP files
 * and events last as long as the caller wants.
 */
export function timeAnswer(
  metrics: Pick<Metrics, 'answered'>,
  nameOf: (path: string) => string,
  req: IncomingMessage,
  res: LingeringResponse,
): void {
  const askedAt = performance.now();
  const [path = '/'] = req.url?.split('?', 1) ?? [];
  res.once('close', () => {
    const method = methods.has(req.method ?? '') ? (req.method ?? '') : 'OTHER';
    const route = nameOf(path);
    const seconds = ((res.begunAt ?? performance.now()) - askedAt) / 1000;
    metrics.answered({ route, method, status: res.statusCode }, seconds);
  });
}
