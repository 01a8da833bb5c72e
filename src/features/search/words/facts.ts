import { numberOf } from './numbers.ts';

/** A word of a term as the database takes it apart. */
export interface Token {
  word: string;
  /** Null for a stop word. */
  lexeme: string | null;
  /** What documents have of a stop word: it is asked for when the term has no other words. */
  stop?: string;
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
  /** The words of the length and of the tempo: a name may have them as well ('Pop 80s Remix'). */
  said: { seconds: Token[]; bpm: Token[] };
  rest: Token[];
}

const secondsWord = /^(s|seg|segs|segundos?|sec|secs|seconds?)$/;
const minutesWord = /^(min|mins|minutos?|minutes?)$/;
const tempoWord = /^bpms?$/;
/** '30s': seconds, or a decade. */
const shortSeconds = /^(\d{1,4})s$/;

/** The seconds that follow minutes: 'e meio', or the 30 of '1min30'. */
function behindMinutes([first, second]: Token[]): { length: number; seconds: number } {
  if (first?.word === 'e' && second?.word === 'meio') return { length: 2, seconds: 30 };
  const isBare = /^[0-5]\d$/.test(first?.word ?? '') && !secondsWord.test(second?.word ?? '');
  return isBare ? { length: 1, seconds: Number(first?.word) } : { length: 0, seconds: 0 };
}

/** Takes '30 segundos', '1 minuto e meio' and '100 bpm' out of a term. */
export function readFacts(tokens: Token[]): Facts {
  const facts: Facts = { seconds: null, bpm: null, said: { seconds: [], bpm: [] }, rest: [] };
  const addSeconds = (amount: number, said: Token[]) => {
    facts.seconds = (facts.seconds ?? 0) + amount;
    facts.said.seconds.push(...said);
  };
  for (let at = 0; at < tokens.length; at++) {
    const [token, next] = tokens.slice(at, at + 2);
    if (!token) break;
    const short = shortSeconds.exec(token.word);
    const amount = numberOf(token.word);
    const unit = next?.word ?? '';
    if (short) addSeconds(Number(short[1]), [token]);
    else if (amount === null || !(secondsWord.test(unit) || minutesWord.test(unit) || tempoWord.test(unit)))
      facts.rest.push(token);
    else {
      const said = tokens.slice(at, at + 2);
      at++;
      if (tempoWord.test(unit)) {
        facts.bpm = amount;
        facts.said.bpm = said;
      } else if (secondsWord.test(unit)) addSeconds(amount, said);
      else {
        const { length, seconds } = behindMinutes(tokens.slice(at + 1, at + 3));
        addSeconds(60 * amount + seconds, [...said, ...tokens.slice(at + 1, at + 1 + length)]);
        at += length;
      }
    }
  }
  return facts;
}
