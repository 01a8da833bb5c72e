import { countCatalog, listTiles } from '#features/catalog/queries.server.ts';
import { listShowcase } from '#features/catalog/showcase/queries.server.ts';
import { plans } from '#features/plans/plans.ts';
import type { LandingFacts } from '#features/site/landing.ts';
import { pricesOf } from '#features/subscriptions/prices.ts';
import { formatMoney } from '#platform/format.ts';
import type { App } from '#routes/app.server.ts';

/** What the landing page shows besides its texts: prices, samples, counts. */
export async function readLandingFacts(app: App): Promise<LandingFacts> {
  const prices = pricesOf(app.settings);
  const cheapest = plans.reduce((a, b) => (a.priceCents / a.months < b.priceCents / b.months ? a : b));
  return {
    ...(await readLibrary(app)),
    from: {
      price: formatMoney(Math.round(cheapest.priceCents / cheapest.months)),
      plan: cheapest.name.toLocaleLowerCase('pt-BR'),
    },
    sold: plans.map((plan) => ({ ...plan, priceId: prices[plan.id] })),
  };
}

/** Counts and samples; the page works without them (LND-25). */
async function readLibrary(app: App) {
  try {
    const [total, tiles, { tracks, packs }] = await Promise.all([
      countCatalog(app),
      listTiles(app),
      listShowcase(app),
    ]);
    const kinds = tiles.filter(({ packages }) => packages > 0);
    return { counts: total.tracks > 0 ? { ...total, kinds } : null, samples: tracks, packs };
  } catch (error) {
    app.log.error({ err: error }, 'o acervo não pôde ser lido para a página inicial');
    return { counts: null, samples: [], packs: [] };
  }
}
