import type { Cues } from '#db/schema/catalog.ts';
import type { Rendered } from '#features/media/rendering/model.ts';

/** A track's cue points as they lie in what was rendered of it; null where there are none. A fade is where it may segue. */
export function cuesWithin(
  cues: Cues | null,
  { fromMs, toMs, fadeMs, leadMs }: Pick<Rendered, 'fromMs' | 'toMs' | 'fadeMs' | 'leadMs'>,
): Cues | null {
  if (!cues) return null;
  const length = toMs - fromMs;
  const inside = (ms: number) => leadMs + Math.min(length, Math.max(0, ms - fromMs));
  const isIntroInside = cues.introMs !== null && cues.introMs > fromMs && cues.introMs < toMs;
  const isCut = toMs < cues.endMs;
  return {
    startMs: inside(cues.startMs),
    endMs: inside(cues.endMs),
    introMs: isIntroInside ? inside(cues.introMs ?? 0) : null,
    loudFromMs: inside(cues.loudFromMs),
    loudToMs: inside(cues.loudToMs),
    segueMs: isCut ? leadMs + Math.max(0, length - fadeMs) : inside(cues.segueMs),
  };
}
