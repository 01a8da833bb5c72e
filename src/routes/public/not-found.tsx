import { data } from 'react-router';
import { ErrorPage } from '#features/site/components/error-page.tsx';
import { pathForLog } from '#platform/log.server.ts';
import { appContext } from '#routes/app.server.ts';
import { unlisted } from '#routes/page-head.ts';
import { useRootData } from '#routes/root-data.ts';
import type { Route } from './+types/not-found';

export const meta: Route.MetaFunction = () => [unlisted];

/** 404 for any other URL; logs the path once, escaped, without its query (NAV-22, NAV-23, A-86). */
export function loader({ context, url }: Route.LoaderArgs) {
  context.get(appContext).log.warn({ path: pathForLog(url.href) }, 'página não encontrada');
  return data(null, { status: 404 });
}

/** A write to an unknown URL is a 404 too. */
// cast: the loader reads only what both kinds of arguments have
export const action = (args: Route.ActionArgs) => loader(args as unknown as Route.LoaderArgs);

export default function NotFound() {
  const { name, savedDescription } = useRootData().site;
  return <ErrorPage status={404} siteName={name} description={savedDescription} />;
}
