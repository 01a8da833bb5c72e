import { LandingSections } from '#features/site/components/landing-sections.tsx';
import { composeLanding } from '#features/site/landing.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { appContext } from '#routes/app.server.ts';
import { headWords } from '#routes/page-head.ts';
import { type RootData, useRootData } from '#routes/root-data.ts';
import type { Route } from './+types/landing';
import { readLandingFacts } from './landing.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const [content, facts] = await Promise.all([getSiteContent(app), readLandingFacts(app)]);
  return composeLanding(content, facts);
}

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  const title = `${root?.site.name ?? 'Sonoteca'}: vinhetas, trilhas e efeitos sonoros para rádio`;
  return headWords(title, root?.site.description ?? '');
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { viewer } = useRootData();
  const mode = !viewer ? 'sign-in' : viewer.entitled && viewer.subscription ? 'manage' : 'buy';
  return <LandingSections landing={loaderData} mode={mode} />;
}
