import type { Kind } from '#features/catalog/kinds.ts';
import { type Correction, type Mood, moodOf, readFacts, type Token, tellsVoice } from './facts.ts';
import { joinVoice } from './voice.ts';

/** Words and phrases that mean the same. */
export interface SynonymClass {
  /** The kind that its words ask for. */
  kind: Kind | null;
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

export interface Reading {
  /** What the term says about the kind: the ids of its categories, and the query of its words. */
  kind: { kind: Kind; typed: string; homes: string[]; words: string } | null;
  /** In the order of the term. */
  needed: Group[];
  /** Facts and words that rank without being required. */
  wished: Group[];
  seconds: number | null;
  bpm: number | null;
  /** The words as they stand together; empty for a single one. */
  phrase: string;
}

/** Words of whoever asks, not of what is asked for; stop words that are spoken or lost their accents. */
const asking = new Set(
  'preciso quero queria procuro busco algo algum alguma alguns algumas uns umas tipo sobre pra pro pras pros num numa nao ate ja so voce tambem muito bem cerca mais menos the of for and with'.split(
    ' ',
  ),
);
/** What follows says what the sound is for. */
const purpose = new Set(['para', 'pra', 'pro', 'pras', 'pros', 'for']);

/** A lexeme in the database's tsquery syntax. */
export const quote = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
/** Finds the documents of a category. */
export const homeQuery = (categoryId: string): string => quote(`c${categoryId}`);
export const isHomeQuery = (text: string): boolean => text.startsWith("'c");
const phrase = (lexemes: string[]): string => `(${lexemes.map(quote).join(' <-> ')})`;

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
  for (const [index, lexeme] of lexemes.entries()) {
    while (index > 0 && tokens[place]?.lexeme === null) place++;
    if (tokens[place]?.lexeme !== lexeme) return 0;
    place++;
  }
  return lexemes.length === 0 ? 0 : place - at;
}

/** Reads a term: facts, words of a kind, and groups of words with their synonyms. */
export function readWords(
  typed: Token[],
  classes: readonly SynonymClass[],
  categories: readonly NamedCategory[],
): Reading {
  const { seconds, bpm, rest: words } = readFacts(typed);
  const rest = joinVoice(words);
  const reading: Reading = { kind: null, needed: [], wished: [], seconds, bpm, phrase: phraseOf(typed) };
  const groups = new Map<unknown, Group>();
  let isPurpose = false;
  for (let at = 0; at < rest.length; ) {
    const { found: same, length } = classesAt(rest, at, classes);
    const taken = rest.slice(at, at + Math.max(1, length));
    at += taken.length;
    const text = taken.map(({ word }) => word).join(' ');
    const lexemes = lexemesOf(taken);
    if (purpose.has(text)) isPurpose ||= saysWhat(reading);
    if (lexemes.length === 0 || asking.has(text)) continue;
    // 'instrumental' asks for music; 'sem voz' is said of vinhetas too.
    const ofKind = text.startsWith('sem ') ? undefined : same.find(({ kind }) => kind !== null);
    if (ofKind?.kind && (reading.kind === null || reading.kind.kind === ofKind.kind)) {
      reading.kind ??= {
        kind: ofKind.kind,
        typed: shownOf(taken),
        homes: categories.filter(({ kind }) => kind === ofKind.kind).map(({ id }) => id),
        words: shortest(ofKind.entries.map(({ lexemes }) => lexemes))
          .map(phrase)
          .join(' | '),
      };
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

/** All words at the distances that stop words leave between them. */
function phraseOf(tokens: Token[]): string {
  let text = '';
  let distance = 1;
  for (const { lexeme } of tokens) {
    if (lexeme === null) distance++;
    else {
      text += text ? ` <${distance}> ${quote(lexeme)}` : quote(lexeme);
      distance = 1;
    }
  }
  return text.includes('<') ? text : '';
}

function toGroup(
  tokens: Token[],
  classes: readonly SynonymClass[],
  categories: readonly NamedCategory[],
): Omit<Group, 'isPurpose'> {
  const text = tokens.map(({ word }) => word).join(' ');
  const own = lexemesOf(tokens);
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
    bpm: /^\d{2,3}$/.test(text) ? Number(text) : null,
    corrects: tokens.find((token) => token.corrects)?.corrects ?? null,
  };
}
