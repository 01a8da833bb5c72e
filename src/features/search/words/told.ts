import { type Kind, kindFacts } from '#features/catalog/kinds.ts';
import { formatTime } from '#platform/format.ts';
import type { Reading } from './reading.ts';

/** What the page tells of how a term was understood. */
export interface Told {
  /** The term without its typos; null without any. */
  corrected: string | null;
  /** Facts that were read out of it, as they are shown. */
  facts: string[];
}

export function toldOf({
  kind,
  seconds,
  bpm,
  corrected,
}: Pick<Reading, 'seconds' | 'bpm'> & {
  kind: { kind: Kind } | null;
  corrected: string | null;
}): Told {
  const facts = [
    ...(kind ? [kindFacts[kind.kind].noun[1]] : []),
    ...(seconds === null ? [] : [`cerca de ${formatTime(seconds)}`]),
    ...(bpm === null ? [] : [`cerca de ${bpm} BPM`]),
  ];
  return { corrected, facts };
}
