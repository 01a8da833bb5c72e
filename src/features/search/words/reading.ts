import type { Kind } from '#features/catalog/kinds.ts';
import { countSeconds, formatDecimal } from '#platform/format.ts';
import { type Correction, type Mood, moodOf, readFacts, type Token, tellsVoice } from './facts.ts';
import { joinVoice } from './voice.ts';

/** Words and phrases that mean the same. */
export interface SynonymClass {
  /** The kind that its words ask for. */
  kind: Kind | null;
  /** The lexemes are without stop words, unless a single other one is left: 'no ar' is more than 'ar'. */
  entries: { text: string; lexemes: string[] }[];
}

/** A category by the words of its name. */
export interface NamedCategory {
  id: string;
  kind: string;
  lexemes: string[];
}

/** A word or phrase of the term with all that may stand for it; queries are in the database's tsquery syntax. */
export interface Group {
  typed: string;
  own: string;
  others: string[];
  /** Lexemes of each alternative, for their frequency. */
  lexemes: string[][];
  mood: Mood | null;
  /** A bare number may be a tempo. */
  bpm: number | null;
  /** The correction of an unknown word; it counts only if it finds something together with the other words. */
  corrects: Correction | null;
  /** It says what the sound is for, not what it is: 'para a previsão do tempo'. */
  isPurpose: boolean;
}

/** The words of a fact: as they are told, and as a query. */
interface Said {
  typed: string;
  query: string;
  /** It may be no fact at all: '80s'. */
  isVague: boolean;
}

export interface Reading {
  /** What the term says about the kind: the ids of its categories, and the query of its words. */
  kind: { kind: Kind; typed: string; homes: string[]; words: string } | null;
  /** In the order of the term. */
  needed: Group[];
  /** Facts and words that rank without being required. */
  wished: Group[];
  seconds: number | null;
  bpm: number | null;
  /** The words that say the length and the tempo: what is named so is meant too. */
  said: { seconds: Said | null; bpm: Said | null };
  /** The words as they stand together; empty for a single one. */
  phrase: string;
}

/** Words of whoever asks, not of what is asked for. */
const asking = new Set(
  'preciso quero queria procuro busco algo algum alguma alguns algumas uns umas tipo sobre bem cerca menos the of for and with'.split(
    ' ',
  ),
);
/** Whether a word says nothing beside others. */
const isFiller = ({ word, lexeme }: Token): boolean => lexeme === null || asking.has(word);
/** What follows says what the sound is for. */
const purpose = new Set(['para', 'pra', 'pro', 'pras', 'pros', 'for']);

/** Whether a bare number may be a tempo: the 25 of a date and a frequency ('98.5') may not. */
const mayBeTempo = (text: string): boolean =>
  /^\d{2,3}$/.test(text) && Number(text) >= 40 && Number(text) <= 240;

/** A lexeme in the database's tsquery syntax. */
export const quote = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
/** Finds the documents of a category. */
export const homeQuery = (categoryId: string): string => quote(`c${categoryId}`);
export const isHomeQuery = (text: string): boolean => text.startsWith("'c");
/** Whether a lexeme is that of a stop word. */
export const isStop = (lexeme: string): boolean => lexeme.startsWith('_');
/** The lexemes that tell, or all of them when that is a single one. */
export function tellingOf(lexemes: string[]): string[] {
  const telling = lexemes.filter((lexeme) => !isStop(lexeme));
  return telling.length > 1 ? telling : lexemes;
}

/** Words next to each other, and somewhere the stop words of a phrase that has only one other word. */
function phrase(lexemes: string[]): string {
  const beside = lexemes.filter((lexeme) => !isStop(lexeme)).map(quote);
  return `(${[...(beside.length > 0 ? [beside.join(' <-> ')] : []), ...lexemes.filter(isStop).map(quote)].join(' & ')})`;
}

/** Each once, and none that holds another of them: what has 'trilha sonora' has 'trilha'. */
function shortest(phrases: readonly string[][]): string[][] {
  const texts = phrases.map((lexemes) => ` ${lexemes.join(' ')} `);
  return phrases.filter((_, at) =>
    texts.every(
      (text, other) => other === at || !texts[at]?.includes(text) || (texts[at] === text && at < other),
    ),
  );
}

/** The classes with the longest entry that stands at this place of the term, and its length; 0 without any. */
function classesAt(tokens: Token[], at: number, classes: readonly SynonymClass[]) {
  const lengths = classes.map(({ entries }) =>
    Math.max(0, ...entries.map(({ lexemes }) => matchLength(tokens, at, lexemes))),
  );
  const length = Math.max(0, ...lengths);
  return { length, found: classes.filter((_, index) => length > 0 && lengths[index] === length) };
}

/** How many tokens the lexemes cover from this place, stop words between them included; 0 if they do not stand there. */
function matchLength(tokens: Token[], at: number, lexemes: string[]): number {
  let place = at;
  const hasStops = lexemes.some(isStop);
  for (const [index, lexeme] of lexemes.entries()) {
    while (index > 0 && !hasStops && tokens[place]?.lexeme === null) place++;
    const { lexeme: own, stop } = tokens[place] ?? {};
    if ((own ?? stop) !== lexeme) return 0;
    place++;
  }
  return lexemes.length === 0 ? 0 : place - at;
}

const kindOf = (
  kind: Kind,
  { entries }: SynonymClass,
  taken: Token[],
  categories: readonly NamedCategory[],
): NonNullable<Reading['kind']> => ({
  kind,
  typed: shownOf(taken),
  homes: categories.filter((each) => each.kind === kind).map(({ id }) => id),
  words: shortest(entries.map(({ lexemes }) => lexemes))
    .map(phrase)
    .join(' | '),
});

/** A stop word as one that is asked for. */
const asAsked = (token: Token): Token => ({ ...token, lexeme: token.lexeme ?? token.stop ?? null });

/** Reads a term: facts, words of a kind, and groups of words with their synonyms. */
export function readWords(
  typed: Token[],
  classes: readonly SynonymClass[],
  categories: readonly NamedCategory[],
): Reading {
  const { seconds, bpm, said, rest: words } = readFacts(typed);
  // A term of fillers alone asks for them: 'Pra Você', 'Até Já'.
  const isBare = typed.every(isFiller);
  const rest = isBare ? words.map(asAsked) : joinVoice(words);
  const reading: Reading = {
    kind: null,
    needed: [],
    wished: [],
    seconds,
    bpm,
    said: {
      seconds: saidBy(said.seconds, classes, countSeconds(seconds ?? 0), writtenSeconds(seconds ?? 0)),
      bpm: saidBy(said.bpm, classes, `${formatDecimal(bpm ?? 0)} bpm`, [[`${bpm ?? 0}`, 'bpm']]),
    },
    phrase: phraseOf(typed),
  };
  const groups = new Map<unknown, Group>();
  let isPurpose = false;
  for (let at = 0; at < rest.length; ) {
    const { found: same, length } = classesAt(rest, at, classes);
    const taken = rest.slice(at, at + Math.max(1, length));
    at += taken.length;
    const text = taken.map(({ word }) => word).join(' ');
    const lexemes = taken.length > 1 ? phraseLexemesOf(taken) : lexemesOf(taken);
    if (purpose.has(text)) isPurpose ||= saysWhat(reading);
    if (lexemes.length === 0 || (asking.has(text) && !isBare)) continue;
    // 'instrumental' asks for music; 'sem voz' is said of vinhetas too.
    const ofKind = text.startsWith('sem ') ? undefined : same.find(({ kind }) => kind !== null);
    if (ofKind?.kind && (reading.kind === null || reading.kind.kind === ofKind.kind)) {
      reading.kind ??= kindOf(ofKind.kind, ofKind, taken, categories);
      if (!tellsVoice(moodOf(text))) continue;
    }
    // 'instrumental' asks for music and is a fact; other words of its kind do not stand for it.
    const alike = tellsVoice(moodOf(text)) ? same.filter(({ kind }) => kind === null) : same;
    const key = alike[0] ?? text;
    const known = groups.get(key);
    if (known) {
      known.own = `${known.own} | ${phrase(lexemes)}`;
      known.typed = `${known.typed} ${shownOf(taken)}`;
      continue;
    }
    const group = { ...toGroup(taken, alike, categories), isPurpose };
    groups.set(key, group);
    const isWished = group.mood !== null || group.bpm !== null;
    (isWished ? reading.wished : reading.needed).push(group);
  }
  return reading;
}

/** Whether something of the sound itself has been read. */
const saysWhat = ({ kind, needed, wished, seconds, bpm }: Reading): boolean =>
  kind !== null || needed.length + wished.length > 0 || seconds !== null || bpm !== null;

const shownOf = (tokens: Token[]): string => tokens.map(({ word, shown = word }) => shown).join(' ');

const lexemesOf = (tokens: Token[]): string[] =>
  tokens.flatMap(({ lexeme }) => (lexeme === null ? [] : [lexeme]));

const phraseLexemesOf = (tokens: Token[]): string[] =>
  tellingOf(tokens.flatMap(({ lexeme, stop }) => lexeme ?? stop ?? []));

/** All words next to each other: stop words take up no place in documents. */
function phraseOf(tokens: Token[]): string {
  const lexemes = lexemesOf(tokens);
  return lexemes.length > 1 ? lexemes.map(quote).join(' <-> ') : '';
}

/** How names write a length, in lexemes: '30 segundos', '30s', '1 minuto', '1min30'. */
function writtenSeconds(seconds: number): string[][] {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const inMinutes = [`${minutes}`, 'minut', ...(rest > 0 ? [`${rest}`] : [])];
  return [[`${seconds}`, 'segund'], [`${seconds}s`], ...(minutes > 0 ? [inMinutes] : [])];
}

/**
 * Finds what has the words of a fact, or words that mean the same ('80s', 'anos 80'); null without any. @param written
 * other ways to write the fact, in lexemes
 */
function saidBy(
  tokens: Token[],
  classes: readonly SynonymClass[],
  fact: string,
  written: string[][],
): Said | null {
  const own = lexemesOf(tokens);
  if (own.length === 0) return null;
  const key = own.join(' ');
  const alike = classes
    .map(({ entries }) => entries.map(({ lexemes }) => lexemes))
    .filter((entries) => entries.some((lexemes) => lexemes.join(' ') === key));
  const query = shortest([own, ...alike.flat(), ...written])
    .map(phrase)
    .join(' | ');
  const isVague = tokens.length === 1;
  return { typed: isVague ? shownOf(tokens) : fact, query, isVague };
}

function toGroup(
  tokens: Token[],
  classes: readonly SynonymClass[],
  categories: readonly NamedCategory[],
): Omit<Group, 'isPurpose'> {
  const text = tokens.map(({ word }) => word).join(' ');
  const own = tokens.length > 1 ? phraseLexemesOf(tokens) : lexemesOf(tokens);
  const synonyms = classes.flatMap(({ entries }) => entries.map(({ lexemes }) => lexemes));
  const others = shortest([own, ...synonyms]).filter(
    (lexemes) => lexemes !== own && lexemes.join(' ') !== own.join(' '),
  );
  const homes = categories.filter(({ lexemes }) => own.every((lexeme) => lexemes.includes(lexeme)));
  return {
    typed: shownOf(tokens),
    own: phrase(own),
    others: [...others.map(phrase), ...homes.map(({ id }) => homeQuery(id))],
    lexemes: [own, ...others],
    mood: moodOf(text),
    bpm: mayBeTempo(text) ? Number(text) : null,
    corrects: tokens.find((token) => token.corrects)?.corrects ?? null,
  };
}
