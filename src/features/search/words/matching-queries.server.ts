import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { factsOfKind } from '#features/catalog/kinds.ts';
import { instrumental, voiced } from '../filters/sound-classes.ts';
import { type Mood, tellsVoice } from './facts.ts';
import { type Group, homeQuery, isHomeQuery, quote, type Reading } from './reading.ts';
import type { WeighedGroup, WeighedReading } from './reading-queries.server.ts';

/** Words that are combined; of more, the least telling ones only rank. */
const mostNeeded = 6;

/** Worth of a word by where the document has it. */
const worth = { A: 1, B: 0.8, C: 0.4, D: 0.3 } as const;
const synonymWorth = 0.85;
const measuredWorth = 0.75;
const kindWeight = 2;
const phraseWeight = 1;
/** A sound of the asked length, when one of another length answers. */
const lengthWeight = 0.5;
/** A sound whose name has '80s': more than one of 80 seconds. */
const saidWeight = 1;

type Document = Record<'doc' | 'categoryId', AnyPgColumn>;
type Measured = Record<'durationMs' | 'tempoBpm' | 'loudnessLufs' | 'voice', AnyPgColumn>;

const query = (text: string): SQL => sql`${text}::tsquery`;
const either = (parts: readonly string[]): string => parts.map((part) => `(${part})`).join(' | ');
/** The query restricted to a weight of the document. */
const within = (text: string, label: string): string => text.replace(/'(?=[ |)]|$)/g, `':${label}`);

/** What a term asks for: a document of one of the categories, or with one of the words, has it. */
interface Part {
  words: readonly string[];
  homes: readonly string[];
}

const partOf = ({ own, others }: Pick<Group, 'own' | 'others'>): Part => ({
  words: [own, ...others.filter((other) => !isHomeQuery(other))],
  homes: others.filter(isHomeQuery),
});
const partOfKind = ({ homes, words }: NonNullable<Reading['kind']>): Part => ({
  words: [words],
  homes: homes.map(homeQuery),
});

const anyOf = ({ words, homes }: Part): string => either([...homes, ...words]);
const alternatives = (group: Pick<Group, 'own' | 'others'>): string => anyOf(partOf(group));

/**
 * A query that asks for all parts. A document has one category: where several parts are met by categories, either a
 * category of them all meets them, or one of them is met by a word. Without that the index of words compares all
 * documents of one category with all of another.
 */
function allOf(parts: readonly Part[]): string {
  const withHomes = parts.filter(({ homes }) => homes.length > 0);
  if (withHomes.length < 2) return parts.map((part) => `(${anyOf(part)})`).join(' & ');
  const homes = withHomes
    .map((part) => part.homes)
    .reduce((common, next) => common.filter((home) => next.includes(home)));
  const rest = parts.filter((part) => part.homes.length === 0);
  const ways = [
    ...withHomes.map((part) => [
      either(part.words),
      ...withHomes.filter((other) => other !== part).map(anyOf),
    ]),
    ...(homes.length > 0 ? [[either(homes)]] : []),
  ];
  return either(ways.map((way) => [...way, ...rest.map(anyOf)].map((query) => `(${query})`).join(' & ')));
}

/** A query that asks for at least so many of the parts; those with categories come last. */
function atLeast(parts: readonly Part[], most: number): string {
  if (most >= parts.length) return allOf(parts);
  if (most === 1) return either(parts.map(anyOf));
  return either(
    parts.flatMap((part, at) => {
      const rest = parts.slice(at + 1);
      return rest.length < most - 1 ? [] : [`(${anyOf(part)}) & (${atLeast(rest, most - 1)})`];
    }),
  );
}

/** A query of documents, and the share of them that meet it, as far as the words' frequencies tell. */
export interface Step {
  query: string;
  share: number;
}

/** What a document must have, from all that the term asks down to the least. */
export interface Matching {
  /** The strictest first; empty when the term asks for nothing, or for what the catalogue lacks. */
  steps: Step[];
  /** The parts of the term, each with its query. */
  parts: { typed: string; query: string }[];
  /** Words that no document has. */
  unknown: string[];
  /** Nothing but kind, mood, length and tempo can answer: they become conditions. */
  bySound: boolean;
}

const isKnown = ({ weight }: WeighedGroup): boolean => weight > 0;

/**
 * The first word is what is meant, further ones say more of it: when the catalogue lacks the first, only three others
 * that it has make an answer. What follows 'para' says what the sound is for, and is never what is meant. Music may be
 * told by its mood and its length alone ('um fundo calmo de 30 segundos'), an effect may not.
 */
export function matchingOf(reading: WeighedReading): Matching {
  const { kind, needed, wished } = reading;
  const known = needed.filter(isKnown);
  const unknown = needed.filter((group) => !isKnown(group)).map(({ typed }) => typed);
  const tellsMore = wished.some(({ mood }) => !tellsVoice(mood));
  const asksForSound = wished.length > 0 || reading.seconds !== null || reading.bpm !== null;
  const meant = needed.find(({ isPurpose }) => !isPurpose);
  const isLacking = meant !== undefined && !isKnown(meant) && known.length < 3;
  const isMusic = kind !== null && factsOfKind(kind.kind)?.hasTempo === true;
  const isAnswered = isLacking
    ? isMusic && (tellsMore || reading.seconds !== null || reading.bpm !== null)
    : needed.length === 0 || known.length > 0 || asksForSound;
  if (!isAnswered) return { steps: [], parts: [], unknown, bySound: false };
  const words = known.toSorted((one, other) => other.weight - one.weight).slice(0, mostNeeded);
  return {
    steps: stepsOf(words, kind),
    parts: [...words.map(toldOf), ...(kind ? [{ typed: kind.typed, query: anyOf(partOfKind(kind)) }] : [])],
    unknown,
    bySound: known.length === 0 && asksForSound,
  };
}

/** A guess that was not used is shown as it was typed. */
const toldOf = (group: WeighedGroup) => ({
  typed: group.corrects?.isGuess ? group.corrects.typed : group.typed,
  query: alternatives(group),
});

/** Fewer and fewer words; a guess only beside another word. */
function stepsOf(words: readonly WeighedGroup[], kind: Reading['kind']): Step[] {
  const sure = words.filter(({ corrects }) => !corrects?.isGuess);
  if (sure.length > 0 && sure.length < words.length) {
    const beside = either(sure.map(alternatives));
    const guessed = stepsOfAll(words, kind).map((step) => ({
      ...step,
      query: `(${step.query}) & (${beside})`,
    }));
    return [...guessed, ...stepsOfAll(sure, kind)];
  }
  return stepsOfAll(words, kind);
}

function stepsOfAll(words: readonly WeighedGroup[], kind: Reading['kind']): Step[] {
  const parts = [...words.map(partOf), ...(kind ? [partOfKind(kind)] : [])];
  const all = parts.toSorted((one, other) => one.homes.length - other.homes.length);
  const shares = [...words.map(shareOf), ...(kind ? [shareOfKind(kind)] : [])].sort((a, b) => b - a);
  return all.map((_, dropped) => {
    const kept = all.length - dropped;
    const most = atLeast(all, kept);
    const share = productOf(shares.slice(0, kept));
    const isAny = dropped > 0 && words.length > 0;
    return { query: isAny ? `(${most}) & (${either(words.map(alternatives))})` : most, share };
  });
}

/** Of the words of a length nobody has either. */
const shareOfFact = 0.02;
/** Of a category nobody has counted how many documents it has. */
const shareOfCategory = 0.2;

const shareOfKind = ({ homes }: NonNullable<Reading['kind']>): number =>
  Math.min(1, homes.length * shareOfCategory);

const productOf = (shares: readonly number[]): number => shares.reduce((product, each) => product * each, 1);

const shareOf = ({ weight, others }: WeighedGroup): number =>
  others.some(isHomeQuery) ? shareOfCategory : 1 / Math.expm1(weight);

/** The steps for texts, which have facts and moods as words only; an answer that lacks what was meant has to have one. */
export function textSteps({ wished, said }: WeighedReading, { steps, unknown, bySound }: Matching): Step[] {
  if (!bySound || (unknown.length === 0 && steps.length > 0)) return steps;
  const facts = [said.seconds, said.bpm].flatMap((each) => each?.query ?? []);
  if (wished.length === 0 && facts.length === 0) return [];
  const mood = either([...facts, ...wished.map(alternatives)]);
  const share = Math.max(...wished.map(shareOf), ...facts.map(() => shareOfFact));
  if (steps.length === 0) return [{ query: mood, share }];
  return steps.map((step) => ({ query: `(${step.query}) & (${mood})`, share: step.share * share }));
}

/** A lexeme that the last word of a term may stand for, or the beginning of one. */
export interface Beginning {
  lexeme: string;
  isWhole: boolean;
  /** The share of packages that have it. */
  share: number;
}

/**
 * What documents have that go on with a term: all its words, and one of the lexemes of its last word; `named` asks for
 * the last word in names and titles, `tagged` also in tags. Null when that is impossible.
 */
export function suggestingOf(
  head: WeighedReading | null,
  last: readonly Beginning[],
): { all: string; named: string; tagged: string; share: number } | null {
  if (last.length === 0 || head?.needed.some((group) => !isKnown(group))) return null;
  const parts = [...(head?.needed ?? []).map(partOf), ...(head?.kind ? [partOfKind(head.kind)] : [])];
  const beginning = (label: string) =>
    either(last.map(({ lexeme, isWhole }) => `${quote(lexeme)}:${isWhole ? '' : '*'}${label}`));
  const beside = (last: string) => allOf([...parts, { words: [last], homes: [] }]);
  return {
    all: beside(beginning('ABCD')),
    named: beside(beginning('A')),
    tagged: beside(beginning('AB')),
    share: productOf([
      ...(head?.needed ?? []).map(shareOf),
      ...(head?.kind ? [shareOfKind(head.kind)] : []),
      Math.max(...last.map(({ share }) => share)),
    ]),
  };
}

/** A number of the score: without its type it would be a `numeric`, which is several times as slow. */
const worthOf = (value: number): SQL => sql.raw(`${value}::float8`);

/** Where in the document a query is found, 0 to 1. */
function placeOf(doc: AnyPgColumn, text: string): SQL {
  const cases = Object.entries(worth).map(
    ([label, value]) => sql`when ${doc} @@ ${query(within(text, label))} then ${worthOf(value)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} else 0 end`;
}

/** The voice of a track: what its words tell, else that of its kind. @param spoken ids of the categories of spoken kinds */
export const voiceOf = (sound: Pick<Document & Measured, 'voice' | 'categoryId'>, spoken: string[]): SQL =>
  sql`coalesce(${sound.voice}, case when ${sound.categoryId} = any(${sql.param(spoken)}::text[]) then ${sql.raw(String(voiced))} end)`;

const spokenHomes = ({ categories }: Pick<WeighedReading, 'categories'>): string[] =>
  categories.filter(({ kind }) => factsOfKind(kind)?.isSpoken).map(({ id }) => id);

/** Whether a sound is not told to be the contrary of what the term asks for. */
export const mayHave = (
  sound: Document & Measured,
  mood: Mood | null,
  reading: WeighedReading,
): SQL | null =>
  tellsVoice(mood)
    ? sql`${voiceOf(sound, spokenHomes(reading))} is distinct from ${sql.raw(String(mood === 'voiced' ? instrumental : voiced))}`
    : null;

function isMeasured(sound: Measured & Document, { mood, bpm }: Group, reading: WeighedReading): SQL | null {
  if (bpm !== null) return sql`${sound.tempoBpm} between ${bpm - 2} and ${bpm + 2}`;
  const music = reading.categories.filter(({ kind }) => factsOfKind(kind)?.hasTempo).map(({ id }) => id);
  const isMusic = sql`${sound.categoryId} = any(${sql.param(music)}::text[])`;
  if (mood === 'voiced') return sql`${voiceOf(sound, spokenHomes(reading))} = ${sql.raw(String(voiced))}`;
  // No kind makes a track instrumental: the column alone tells, and has an index.
  if (mood === 'instrumental') return sql`${sound.voice} = ${sql.raw(String(instrumental))}`;
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
          ? [sql`${worthOf(synonymWorth)} * ${placeOf(document.doc, group.others.join(' | '))}`]
          : []),
        ...(measured ? [sql`case when ${measured} then ${worthOf(measuredWorth)} else 0 end`] : []),
      ];
      return sql`${worthOf(Number(group.weight.toFixed(3)))} * greatest(${sql.join(places, sql`, `)})`;
    });
  if (kind) {
    const isHome = sql`${document.categoryId} = any(${sql.param(kind.homes)}::text[])`;
    const weight = worthOf(kindWeight);
    scores.push(
      sql`${weight} * case when ${isHome} then 1 else ${worthOf(0.5)} * ${placeOf(document.doc, kind.words)} end`,
    );
  }
  if (phrase) {
    // Fields follow each other in the document: a phrase stands in one of them.
    const inOneField = either(Object.keys(worth).map((label) => within(phrase, label)));
    const weight = worthOf(phraseWeight);
    scores.push(sql`case when ${document.doc} @@ ${query(inOneField)} then ${weight} else 0 end`);
  }
  if (sound && reading.seconds !== null) {
    const asked = sql.raw(String(Math.max(1, reading.seconds * 1000)));
    const nearness = sql`least(${sound.durationMs}, ${asked}) / greatest(${sound.durationMs}, ${asked}, 1)::real`;
    scores.push(sql`${worthOf(lengthWeight)} * coalesce(${nearness}, 0)`);
  }
  const said = reading.said.seconds;
  if (said?.isVague) scores.push(sql`${worthOf(saidWeight)} * ${placeOf(document.doc, said.query)}`);
  return scores.length > 0 ? sql<number>`(${sql.join(scores, sql` + `)})::real` : sql<number>`0::real`;
}

/** The condition that a sound has a mood or tempo, by its words or by what was measured: null where nobody measured it. */
export function hasMood(document: Document & Measured, group: Group, reading: WeighedReading): SQL {
  const byWords = matches(document.doc, alternatives(group));
  const measured = isMeasured(document, group, reading);
  return measured ? sql`(${byWords} or ${measured})` : byWords;
}

export const matches = (doc: AnyPgColumn, text: string): SQL => sql`${doc} @@ ${query(text)}`;

/** Whether so many documents meet a step that the first are found soonest by looking through all. */
const isCommon = ({ share }: Step): boolean => share >= 0.03;

/**
 * Whether a document meets a step. Where few do, the index of words is read: the planner knows the frequent words only,
 * takes each of the others for one in 200, and looks through all documents for the few that it expects soon.
 */
export const meets = ({ doc, categoryId }: Document, step: Step): SQL =>
  isCommon(step) ? matches(doc, step.query) : sql`(${matches(doc, step.query)} and by_index(${categoryId}))`;
