/** A word of a term as the database takes it apart; without a lexeme it is a stop word. */
export interface Token {
  word: string;
  lexeme: string | null;
  /** As it was typed, or a corrected word as it is spelt: with accents. */
  shown?: string;
  /** The typed word that this one stands for: nothing has it. */
  corrects?: Correction;
}

export interface Correction {
  typed: string;
  /** The words are less alike than a slip makes them. */
  isGuess: boolean;
}

/** What a sound is like, said by a word and measured by us, or told by the words of its name. */
const moods = ['calm', 'lively', 'short', 'long', 'voiced', 'instrumental'] as const;
export type Mood = (typeof moods)[number];

const moodWords: Record<Mood, RegExp> = {
  calm: /^(calm|suav|tranquil|relax|seren|lent[ao])/,
  lively: /^(animad|alegr|agitad|rapid|dancant|empolgant)/,
  short: /^(curt[ao]|curtinh|brev)/,
  long: /^(long[ao]|comprid)/,
  // 'com voz' and 'sem voz' are one word by now (voice.ts).
  voiced: /^com /,
  instrumental: /^(instrumenta(l|is)$|sem )/,
};

export const moodOf = (word: string): Mood | null => moods.find((mood) => moodWords[mood].test(word)) ?? null;

/** Whether it is the voice that the word asks for. */
export const tellsVoice = (mood: Mood | null): mood is 'voiced' | 'instrumental' =>
  mood === 'voiced' || mood === 'instrumental';

/** Length and tempo that a term asks for, and its other words. */
export interface Facts {
  seconds: number | null;
  bpm: number | null;
  rest: Token[];
}

const secondsWord = /^(s|seg|segs|segundos?|sec|secs|seconds?)$/;
const minutesWord = /^(min|mins|minutos?|minutes?)$/;
const tempoWord = /^bpms?$/;
const spelt: Record<string, number> = {
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  meio: 0.5,
  dez: 10,
  quinze: 15,
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  sessenta: 60,
  noventa: 90,
};

const numberOf = (word: string | undefined): number | null => {
  if (word === undefined) return null;
  return /^\d{1,4}$/.test(word) ? Number(word) : (spelt[word] ?? null);
};

/** Takes '30 segundos', '1 minuto e meio' and '100 bpm' out of a term. */
export function readFacts(tokens: Token[]): Facts {
  const facts: Facts = { seconds: null, bpm: null, rest: [] };
  for (let at = 0; at < tokens.length; at++) {
    const amount = numberOf(tokens[at]?.word);
    const unit = tokens[at + 1]?.word ?? '';
    if (amount === null || !(secondsWord.test(unit) || minutesWord.test(unit) || tempoWord.test(unit))) {
      // biome-ignore lint/style/noNonNullAssertion: within the list
      facts.rest.push(tokens[at]!);
      continue;
    }
    at++;
    if (tempoWord.test(unit)) facts.bpm = amount;
    else if (secondsWord.test(unit)) facts.seconds = (facts.seconds ?? 0) + amount;
    else {
      const half = tokens[at + 1]?.word === 'e' && tokens[at + 2]?.word === 'meio';
      facts.seconds = (facts.seconds ?? 0) + 60 * amount + (half ? 30 : 0);
      if (half) at += 2;
    }
  }
  return facts;
}
