import type { Benefit } from './benefits.ts';
import { type Contact, toContact } from './contact.ts';
import type { SiteContent } from './model.ts';
import type { CatalogCounts, Sample, SamplePack } from './sample.ts';
import { parseVideo, type Video } from './video.ts';

export const landingSections = ['hero', 'features', 'pricing', 'pricing_plans', 'faq', 'contact'] as const;
export type LandingContent = Pick<SiteContent, (typeof landingSections)[number]>;

/** A plan on sale, without its editable benefits. */
export interface SoldPlan {
  id: string;
  name: string;
  priceId: string;
  priceCents: number;
  period: string;
  months: number;
  originalPriceCents: number | null;
  savingPercent: number | null;
  popular: boolean;
}

export interface LandingFacts {
  counts: CatalogCounts | null;
  samples: Sample[];
  packs: SamplePack[];
  /** Lowest monthly price, formatted, and its plan. */
  from: { price: string; plan: string };
  sold: SoldPlan[];
}

export interface LandingData
  extends Omit<LandingContent, 'contact' | 'pricing_plans'>,
    Omit<LandingFacts, 'sold'> {
  contact: Contact | null;
  video: Video | null;
  offers: (SoldPlan & { benefits: Benefit[] })[];
}

/** Combines texts and facts: on the server for visitors, in the editor for the preview. */
export function composeLanding(content: LandingContent, { sold, ...facts }: LandingFacts): LandingData {
  const { hero, features, pricing, pricing_plans, faq, contact } = content;
  return {
    ...facts,
    hero,
    features,
    pricing,
    faq,
    contact: toContact(contact.whatsapp),
    video: parseVideo(hero.video_url),
    offers: sold.map((plan) => ({
      ...plan,
      benefits: pricing_plans.plans.find(({ id }) => id === plan.id)?.benefits ?? [],
    })),
  };
}
