import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { factsOfKind } from '#features/catalog/kinds.ts';
import { type Group, homeQuery } from './reading.ts';
import type { WeighedGroup, WeighedReading } from './reading-queries.server.ts';

/** Words that are combined; of more, the least telling ones only rank. */
const mostNeeded = 6;

/** Worth of a word by where the document has it. */
const worth = { A: 1, B: 0.8, C: 0.4, D: 0.3 } as const;
const synonymWorth = 0.85;
const measuredWorth = 0.75;
const kindWeight = 2;
const phraseWeight = 1;

type Document = Record<'doc' | 'categoryId', AnyPgColumn>;
type Measured = Record<'durationMs' | 'tempoBpm' | 'loudnessLufs', AnyPgColumn>;

const query = (text: string): SQL => sql`${text}::tsquery`;
const either = (parts: readonly string[]): string => parts.map((part) => `(${part})`).join(' | ');
const alternatives = ({ own, others }: Pick<Group, 'own' | 'others'>): string => either([own, ...others]);
/** The query restricted to a weight of the document. */
const within = (text: string, label: string): string => text.replace(/'(?=[ |)]|$)/g, `':${label}`);

/** A query that asks for at least so many of the parts. */
function atLeast(parts: readonly string[], most: number): string {
  if (most >= parts.length) return parts.map((part) => `(${part})`).join(' & ');
  if (most === 1) return either(parts);
  return either(
    parts.flatMap((part, at) => {
      const rest = parts.slice(at + 1);
      return rest.length < most - 1 ? [] : [`(${part}) & (${atLeast(rest, most - 1)})`];
    }),
  );
}

/** What a document must have, from all that the term asks down to the least. */
export interface Matching {
  /** Queries, the strictest first; empty when the term asks for nothing, or for what the catalogue lacks. */
  steps: string[];
  /** The parts of the term, each with its query. */
  parts: { typed: string; query: string }[];
  /** Words that no document has. */
  unknown: string[];
}

/**
 * The first word is what is meant, further ones say more of it: when the catalogue lacks the first, only three others
 * that it has make an answer. A corrected word is never dropped, nor the kind beside it.
 */
export function matchingOf(reading: WeighedReading): Matching {
  const isKnown = ({ weight }: WeighedGroup) => weight > 0;
  const known = reading.needed.filter(isKnown);
  const unknown = reading.needed.filter((group) => !isKnown(group)).map(({ typed }) => typed);
  const [first] = reading.needed;
  if (first && !isKnown(first) && known.length < 3) return { steps: [], parts: [], unknown };
  const words = known
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostNeeded)
    .map((group) => ({ typed: group.typed, query: alternatives(group), isFixed: group.isCorrected }));
  const { kind } = reading;
  const isFixed = words.some((word) => word.isFixed);
  const ofKind = kind && {
    typed: kind.typed,
    query: either([...kind.homes.map(homeQuery), kind.words]),
    isFixed,
  };
  const parts = [...words, ...(ofKind ? [ofKind] : [])];
  const fixed = parts.filter((part) => part.isFixed).map(({ query }) => query);
  const free = parts.filter((part) => !part.isFixed).map(({ query }) => query);
  const steps = Array.from({ length: free.length + (fixed.length > 0 ? 1 : 0) }, (_, dropped) => {
    const rest = free.length > dropped ? [atLeast(free, free.length - dropped)] : [];
    const word = dropped > 0 && words.length > 0 && !isFixed ? [either(words.map(({ query }) => query))] : [];
    return atLeast([...fixed, ...rest, ...word], Number.POSITIVE_INFINITY);
  });
  if (parts.length === 0 && reading.wished.length > 0) steps.push(either(reading.wished.map(alternatives)));
  return { steps, parts, unknown };
}

/** Where in the document a query is found, 0 to 1. */
function placeOf(doc: AnyPgColumn, text: string): SQL {
  const cases = Object.entries(worth).map(
    ([label, value]) => sql`when ${doc} @@ ${query(within(text, label))} then ${sql.raw(String(value))}`,
  );
  return sql`case ${sql.join(cases, sql` `)} else 0 end`;
}

function isMeasured(sound: Measured & Document, { mood, bpm }: Group, reading: WeighedReading): SQL | null {
  if (bpm !== null) return sql`${sound.tempoBpm} between ${bpm - 2} and ${bpm + 2}`;
  const music = reading.categories.filter(({ kind }) => factsOfKind(kind)?.hasTempo).map(({ id }) => id);
  const isMusic = sql`${sound.categoryId} = any(${sql.param(music)}::text[])`;
  if (mood === 'calm') return sql`coalesce(${sound.tempoBpm} < 95, ${sound.loudnessLufs} < -18)`;
  if (mood === 'lively') return sql`${sound.tempoBpm} > 110`;
  if (mood === 'short') return sql`${sound.durationMs} <= case when ${isMusic} then 31000 else 5000 end`;
  if (mood === 'long') return sql`${sound.durationMs} >= case when ${isMusic} then 120000 else 10000 end`;
  return null;
}

/** How well a document answers: the sum of its words, each by its weight and place. @param sound for tracks only */
export function scoreOf(document: Document, reading: WeighedReading, sound?: Measured): SQL<number> {
  const { kind, phrase } = reading;
  const scores = [...reading.needed, ...reading.wished]
    .filter(({ weight }) => weight > 0)
    .map((group) => {
      const measured = sound && isMeasured({ ...document, ...sound }, group, reading);
      const places = [
        placeOf(document.doc, group.own),
        ...(group.others.length > 0
          ? [sql`${sql.raw(String(synonymWorth))} * ${placeOf(document.doc, group.others.join(' | '))}`]
          : []),
        ...(measured ? [sql`case when ${measured} then ${sql.raw(String(measuredWorth))} else 0 end`] : []),
      ];
      return sql`${sql.raw(group.weight.toFixed(3))} * greatest(${sql.join(places, sql`, `)})`;
    });
  if (kind) {
    const isHome = sql`${document.categoryId} = any(${sql.param(kind.homes)}::text[])`;
    const weight = sql.raw(String(kindWeight));
    scores.push(
      sql`${weight} * case when ${isHome} then 1 else 0.5 * ${placeOf(document.doc, kind.words)} end`,
    );
  }
  if (phrase) {
    // Fields follow each other in the document: a phrase stands in one of them.
    const inOneField = either(Object.keys(worth).map((label) => within(phrase, label)));
    const weight = sql.raw(String(phraseWeight));
    scores.push(sql`case when ${document.doc} @@ ${query(inOneField)} then ${weight} else 0 end`);
  }
  return scores.length > 0 ? sql<number>`(${sql.join(scores, sql` + `)})::real` : sql<number>`0::real`;
}

export const matches = (doc: AnyPgColumn, text: string): SQL => sql`${doc} @@ ${query(text)}`;
