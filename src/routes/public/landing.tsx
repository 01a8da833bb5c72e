import { data, redirect } from 'react-router';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { LandingSections } from '#features/site/components/landing-sections.tsx';
import { composeLanding } from '#features/site/landing.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { startCheckout } from '#features/subscriptions/start-checkout.server.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { headWords } from '#routes/page-head.ts';
import { type RootData, useRootData } from '#routes/root-data.ts';
import type { Route } from './+types/landing';
import { readLandingFacts } from './landing.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const [content, facts] = await Promise.all([getSiteContent(app), readLandingFacts(app)]);
  return composeLanding(content, facts);
}

/**
 * A plan's button in a browser without scripts: the sign-in for a visitor, else the provider's page. The header leads
 * there, because the policy of forms lets no form be redirected to another site; the page has a link for what ignores it.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const viewer = await context.get(viewerContext)();
  if (!viewer) return redirect(signInAddress({ pathname: '/', search: '', hash: '#planos' }, 'para-assinar'));
  const priceId = (await readForm(request)).get('price_id');
  const { url } = await startCheckout(context.get(appContext), viewer.user, String(priceId));
  return data({ url }, { headers: { Refresh: `0; url=${url}` } });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? new Headers();

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  const title = `${root?.site.name ?? 'Sonoteca'}: vinhetas, trilhas e efeitos sonoros para rádio`;
  return headWords(title, root?.site.description ?? '');
}

export default function Landing({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer } = useRootData();
  const mode = !viewer ? 'sign-in' : viewer.entitled && viewer.subscription ? 'manage' : 'buy';
  return <LandingSections landing={loaderData} mode={mode} checkoutUrl={actionData?.url ?? null} />;
}
