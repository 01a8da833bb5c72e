import type { ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];

/** The address of a route, with its parameters' names; empty for one that only lays out others. */
export function addressOf(routes: Routes, id: string): string {
  const route = routes[id];
  const above = route?.parentId ? addressOf(routes, route.parentId) : '';
  return route?.path ? `${above}/${route.path}` : above;
}

/** `library` of /library, /library/x and /library.data; undefined when it is no plain name. */
const firstPart = (path: string): string | undefined => /^\/([a-z-]+)(?:\.data)?(?:\/|$)/.exec(path)?.[1];

/**
 * Finds what answers a path, made of a build without the pages that begin with another name. The router tries one route
 * after the other, twice for each request: with all of them it was a quarter of what an answer allocates.
 */
export function byFirstPart<Answer>(build: ServerBuild, answer: (build: ServerBuild) => Answer) {
  const firstOf = (id: string) => firstPart(addressOf(build.routes, id));
  const answers = new Map<string | undefined, Answer>();
  for (const name of new Set(Object.keys(build.routes).map(firstOf))) {
    if (name === undefined) continue;
    const needed = <T>(routes: Record<string, T>): Record<string, T> =>
      Object.fromEntries(Object.entries(routes).filter(([id]) => (firstOf(id) ?? name) === name));
    const assets = { ...build.assets, routes: needed(build.assets.routes) };
    answers.set(name, answer({ ...build, routes: needed(build.routes), assets }));
  }
  const whole = answer(build);
  return (path: string): Answer => answers.get(firstPart(path)) ?? whole;
}
