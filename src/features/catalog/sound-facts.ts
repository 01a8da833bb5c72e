import { formatTenths } from '#platform/format.ts';
import { factsOfKind } from './kinds.ts';

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
    facts.push(`${formatTenths(loudnessLufs)} LUFS`);
    if (truePeakDb != null) facts.push(`pico ${formatTenths(truePeakDb)} dBTP`);
  }
  return facts;
}

/** The tempo of several tracks: '92 BPM', or '92–128 BPM'; null for kinds without one. */
export function describeTempo(slowest: number | null, fastest: number | null, kind: string): string | null {
  if (slowest === null || fastest === null || !factsOfKind(kind)?.hasTempo) return null;
  const [from, to] = [Math.round(slowest), Math.round(fastest)];
  return from === to ? `${from} BPM` : `${from}\u2013${to} BPM`;
}

/** '−14,2 LUFS'; null when it was not measured. */
export const describeLoudness = (lufs: number | null): string | null =>
  lufs === null ? null : `${formatTenths(lufs)} LUFS`;
