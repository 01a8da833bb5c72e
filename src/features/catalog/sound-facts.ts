import { factsOfKind } from './kinds.ts';

const tenths = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A number with a comma and a real minus sign: `−14,2`. */
const decimal = (value: number): string => tenths.format(value).replace('-', '\u2212');

interface Measured {
  loudnessLufs?: number | null;
  truePeakDb?: number | null;
  tempoBpm?: number | null;
}

/**
 * Tempo (trilhas only), loudness and true peak in words. No peak without loudness: it is only the highest sample then.
 */
export function describeSound({ loudnessLufs, truePeakDb, tempoBpm }: Measured, kind: string): string[] {
  const facts: string[] = [];
  if (tempoBpm != null && factsOfKind(kind)?.hasTempo) facts.push(`${Math.round(tempoBpm)} BPM`);
  if (loudnessLufs != null) {
    facts.push(`${decimal(loudnessLufs)} LUFS`);
    if (truePeakDb != null) facts.push(`pico ${decimal(truePeakDb)} dBTP`);
  }
  return facts;
}
