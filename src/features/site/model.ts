import { z } from 'zod';
import { plans } from '#features/plans/plans.ts';
import { typedText } from '#platform/typed-text.ts';
import { type Benefit, mergeBenefits, type PlanBenefits } from './benefits.ts';
import {
  defaultFaq,
  defaultFeatures,
  defaultHero,
  defaultMaintenance,
  defaultPricing,
  defaultSettings,
} from './defaults.ts';
import { defaultLicense } from './license.ts';

/** The editable parts of the site; each is one row of page_content. */
export const sectionNames = [
  'hero',
  'features',
  'pricing',
  'pricing_plans',
  'faq',
  'contact',
  'maintenance_mode',
  'category_images',
  'site_settings',
  'license',
  'first_steps',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Keys of the category images, labelled as in the specification. */
export const imageKeys = ['jingles', 'sound-effects', 'soundtracks'] as const;
export type ImageKey = (typeof imageKeys)[number];

const fresh = () => crypto.randomUUID();

/** Stored text with a fallback when missing, malformed or blank. */
const filled = (fallback: string) =>
  typedText()
    .transform((text) => text || fallback)
    .catch(fallback);

/** Stored text with a fallback when missing or malformed; an emptied one stays empty. */
const kept = (fallback: string) => typedText().catch(fallback);

/** Stored list without malformed entries and those that `clean` rejects; `fallback` when there is no list. */
const list = <T>(clean: (entry: unknown) => T | null, fallback: () => T[]) =>
  z
    .array(z.unknown())
    .transform((entries): T[] => entries.map(clean).filter((entry) => entry !== null))
    .catch(() => fallback());

const record = z.record(z.string(), z.unknown()).catch({});
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export interface Feature {
  title: string;
  text: string;
}

function readFeature(entry: unknown): Feature | null {
  if (typeof entry === 'string') return entry.trim() ? { title: entry.trim(), text: '' } : null;
  const { title, text } = record.parse(entry);
  return textOf(title) || textOf(text) ? { title: textOf(title), text: textOf(text) } : null;
}

export interface Question {
  question: string;
  answer: string;
}

function readQuestion(entry: unknown): Question | null {
  const { question, answer } = record.parse(entry);
  return textOf(question) ? { question: textOf(question), answer: textOf(answer) } : null;
}

function readBenefit(entry: unknown): Benefit | null {
  if (typeof entry === 'string') return { id: fresh(), text: entry.trim() };
  const { id, text } = record.parse(entry);
  return { id: textOf(id) || fresh(), text: textOf(text) };
}

function readPlan(entry: unknown): PlanBenefits | null {
  const { id, benefits } = record.parse(entry);
  const plan = plans.find((known) => known.id === id)?.id;
  if (!plan || !Array.isArray(benefits)) return null;
  return { id: plan, benefits: benefits.flatMap((benefit) => readBenefit(benefit) ?? []) };
}

/** The URL of one of our pictures, or an https URL. */
export const imageUrl = z.string().regex(/^(\/media\/[^\s?#]+|https:\/\/[^\s]+)$/);

/** Parses each section without ever failing: no stored value can break a page (LND-13, LND-25). */
const readers = {
  hero: z.object({
    title: filled(defaultHero.title),
    subtitle: kept(defaultHero.subtitle),
    video_title: kept(defaultHero.video_title),
    video_description: kept(defaultHero.video_description),
    video_url: kept(defaultHero.video_url),
  }),
  features: z.object({
    title: filled(defaultFeatures.title),
    subtitle: kept(defaultFeatures.subtitle),
    items: list(readFeature, () => defaultFeatures.items),
  }),
  pricing: z.object({ title: filled(defaultPricing.title), subtitle: kept(defaultPricing.subtitle) }),
  pricing_plans: z.object({ plans: list(readPlan, () => []).transform(mergeBenefits) }),
  faq: z.object({
    title: filled(defaultFaq.title),
    subtitle: kept(defaultFaq.subtitle),
    questions: list(readQuestion, () => defaultFaq.questions),
  }),
  /** `whatsapp` is null until a row is stored: then the setting CONTACT_WHATSAPP applies. */
  contact: z.object({ whatsapp: typedText().nullable().catch(null) }),
  maintenance_mode: z.object({
    enabled: z.boolean().catch(defaultMaintenance.enabled),
    title: filled(defaultMaintenance.title),
    subtitle: filled(defaultMaintenance.subtitle),
  }),
  category_images: record.transform(imagesOf),
  site_settings: z.object({
    favicon: imageUrl.catch(defaultSettings.favicon),
    description: filled(defaultSettings.description),
    keywords: filled(defaultSettings.keywords),
  }),
  license: z.object({ text: filled(defaultLicense) }),
  /** Whether an administrator has put the panel's list of first steps away. */
  first_steps: z.object({ away: z.boolean().catch(false) }),
};

function imagesOf(images: Record<string, unknown>): Partial<Record<ImageKey, string>> {
  const known = imageKeys.map((key) => [key, imageUrl.safeParse(images[key]).data] as const);
  return Object.fromEntries(known.filter(([, url]) => url !== undefined));
}

export type Section<N extends SectionName> = z.output<(typeof readers)[N]>;

export type SiteContent = { [N in SectionName]: Section<N> };

/** Parses a stored section (undefined: no row), with defaults for missing or malformed parts. */
export function readSection<N extends SectionName>(name: N, stored: unknown): Section<N> {
  const reader: z.ZodType = readers[name];
  const parsed = reader.safeParse(stored ?? {});
  return (parsed.success ? parsed.data : reader.parse({})) as Section<N>;
}

export function readContent(stored: Map<string, unknown>): SiteContent {
  const sections = sectionNames.map((name) => [name, readSection(name, stored.get(name))]);
  return Object.fromEntries(sections) as SiteContent;
}
