import type { Carried, Cues, FilePoint } from '#db/schema/catalog.ts';

type FileCues = NonNullable<Carried['cues']>;
type Moment = keyof FileCues;

/** Names that programs and people give to cue points; timers of a cart chunk are named as in AES46. */
const names: Record<Moment, RegExp> = {
  startMs: /^(auds?|in[ií]cio|come[cç]o|entrada|start|begin|in|cue[ -_]?in)$/i,
  introMs: /^(inte|fim d[ae] intro(du[cç][aã]o)?|intro(du[cç][aã]o)?( ?end| fim)?|vocal|voz|ramp|post)$/i,
  segueMs: /^(segs?|segue|mix|mixagem|emenda|pr[oó]xima|next|outro)$/i,
  endMs: /^(aude|fim|final|sa[ií]da|end|stop|out|cue[ -_]?out|eod)$/i,
};
const moments = Object.keys(names) as Moment[];

/** The named ones among a file's points and timers as cue points; null: none. Unnamed ones may mean anything. */
export function fileCuesOf(points: FilePoint[], timers: [name: string, ms: number][]): FileCues | null {
  const all: [string, number][] = [
    ...timers,
    ...points.flatMap(({ label, atMs }): [string, number][] => (label ? [[label.trim(), atMs]] : [])),
  ];
  const found = moments.map((moment): [Moment, number | null] => [
    moment,
    all.find(([name]) => names[moment].test(name))?.[1] ?? null,
  ]);
  if (found.every(([, ms]) => ms === null)) return null;
  // cast: the entries have every moment
  return Object.fromEntries(found) as FileCues;
}

/**
 * The cue points that count: the file's own where it has them, the estimate elsewhere; the estimate where the file's are
 * not in their order within the sound.
 */
export function withFileCues(estimate: Cues | null, own: FileCues | null, durationMs: number): Cues | null {
  if (!own) return estimate;
  const whole = { startMs: 0, endMs: durationMs, introMs: null, loudFromMs: 0, loudToMs: durationMs };
  const base: Cues = estimate ?? { ...whole, segueMs: durationMs };
  const startMs = own.startMs ?? Math.min(base.startMs, own.introMs ?? durationMs);
  const endMs = Math.min(durationMs, own.endMs ?? Math.max(base.endMs, own.segueMs ?? 0));
  if (startMs >= endMs || (own.endMs ?? 0) > durationMs + 50) return estimate;
  const inside = (ms: number) => Math.min(endMs, Math.max(startMs, ms));
  const introMs = own.introMs ?? base.introMs;
  return {
    startMs,
    endMs,
    introMs: introMs !== null && introMs > startMs && introMs <= endMs ? introMs : null,
    loudFromMs: inside(base.loudFromMs),
    loudToMs: inside(base.loudToMs),
    segueMs: inside(own.segueMs ?? base.segueMs),
  };
}
