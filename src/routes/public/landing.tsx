import { countCatalog, listTiles } from '#features/catalog/queries.server.ts';
import { listShowcase } from '#features/catalog/showcase/queries.server.ts';
import { ContactButton } from '#features/site/components/contact-button.tsx';
import { ContactSection } from '#features/site/components/contact-section.tsx';
import { FaqSection } from '#features/site/components/faq-section.tsx';
import { FeatureList } from '#features/site/components/feature-list.tsx';
import { Hero } from '#features/site/components/hero.tsx';
import { PlanSection } from '#features/site/components/plan-section.tsx';
import { ProgramClock } from '#features/site/components/program-clock.tsx';
import { VideoFacade } from '#features/site/components/video-facade.tsx';
import { VinhetaSteps } from '#features/site/components/vinheta-steps.tsx';
import { toContact } from '#features/site/contact.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { parseVideo } from '#features/site/video.ts';
import { plans } from '#features/subscriptions/model.ts';
import { pricesOf } from '#features/subscriptions/prices.ts';
import { formatMoney } from '#platform/format.ts';
import { type App, appContext } from '#routes/app.server.ts';
import { useRootData } from '#routes/root-data.ts';
import type { Route } from './+types/landing';

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const [content, library] = await Promise.all([getSiteContent(app), readLibrary(app)]);
  const { hero, features, pricing, pricing_plans, faq, contact } = content;
  const prices = pricesOf(app.settings);
  const cheapest = plans.reduce((a, b) => (a.priceCents / a.months < b.priceCents / b.months ? a : b));
  return {
    hero,
    features,
    pricing,
    faq,
    ...library,
    contact: toContact(contact.whatsapp),
    video: parseVideo(hero.video_url),
    from: {
      price: formatMoney(Math.round(cheapest.priceCents / cheapest.months)),
      plan: cheapest.name.toLocaleLowerCase('pt-BR'),
    },
    offers: plans.map((plan) => ({
      ...plan,
      priceId: prices[plan.id],
      benefits: pricing_plans.plans.find(({ id }) => id === plan.id)?.benefits ?? [],
    })),
  };
}

/** Counts and samples; the page is whole without them (LND-25). */
async function readLibrary(app: App) {
  try {
    const [total, tiles, samples] = await Promise.all([countCatalog(app), listTiles(app), listShowcase(app)]);
    const kinds = tiles.filter(({ packages }) => packages > 0);
    return { counts: total.tracks > 0 ? { ...total, kinds } : null, samples };
  } catch (error) {
    app.log.error({ err: error }, 'o acervo não pôde ser lido para a página inicial');
    return { counts: null, samples: [] };
  }
}

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as { site: { name: string; description: string } } | undefined;
  const title = `${root?.site.name ?? 'Sonoteca'}: vinhetas, trilhas e efeitos sonoros para rádio`;
  return [
    { title },
    { property: 'og:title', content: title },
    { property: 'og:description', content: root?.site.description },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'pt_BR' },
  ];
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { hero, features, pricing, faq, contact, video, from, offers, counts, samples } = loaderData;
  const { viewer } = useRootData();
  const mode = !viewer ? 'sign-in' : viewer.entitled && viewer.subscription ? 'manage' : 'buy';
  return (
    <>
      <Hero title={hero.title} subtitle={hero.subtitle} from={from} samples={samples} />
      <ProgramClock counts={counts} />
      <VinhetaSteps />
      <FeatureList {...features} />
      <VideoFacade title={hero.video_title} description={hero.video_description} video={video} />
      <PlanSection {...pricing} offers={offers} mode={mode} contact={contact} />
      <FaqSection {...faq} />
      <ContactSection contact={contact} />
      {contact ? <ContactButton contact={contact} /> : null}
    </>
  );
}
