import { type Kind, kindFacts } from '#features/catalog/kinds.ts';
import { countSeconds, formatDecimal, formatTime } from '#platform/format.ts';
import { type Token, tellsVoice } from './facts.ts';
import type { Reading } from './reading.ts';

/** What the page tells of how a term was understood. */
export interface Told {
  /** The term without its typos; null without any. */
  corrected: string | null;
  /** Facts that were read out of it, as they are shown. */
  facts: string[];
}

const voiceTexts = { voiced: 'com voz', instrumental: 'sem voz' } as const;

/** @param dropped words that were left out, typed ones where a correction was of no use */
export function toldOf(
  {
    kind,
    seconds,
    bpm,
    wished,
    tokens,
  }: Pick<Reading, 'seconds' | 'bpm' | 'wished'> & { kind: { kind: Kind } | null; tokens: readonly Token[] },
  dropped: readonly string[],
): Told {
  const isUsed = ({ corrects }: Token) => corrects !== undefined && !dropped.includes(corrects.typed);
  const words = tokens.map((token) =>
    token.corrects && !isUsed(token) ? token.corrects.typed : (token.shown ?? token.word),
  );
  // Both halves of a word that was cut stand for it.
  const isRepeated = (at: number) => tokens[at]?.corrects !== undefined && words[at] === words[at - 1];
  const corrected = tokens.some(isUsed) ? words.filter((_, at) => !isRepeated(at)).join(' ') : null;
  const facts = [
    ...(kind ? [kindFacts[kind.kind].noun[1]] : []),
    ...(seconds === null
      ? []
      : [`cerca de ${Number.isInteger(seconds) ? formatTime(seconds) : countSeconds(seconds)}`]),
    ...(bpm === null ? [] : [`cerca de ${formatDecimal(bpm)} BPM`]),
    ...wished.flatMap(({ mood }) => (tellsVoice(mood) ? [voiceTexts[mood]] : [])),
  ];
  return { corrected, facts };
}
