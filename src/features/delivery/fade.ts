/** What one hears of a cut end, in milliseconds of the original. */
export interface HeardEnd {
  fromMs: number;
  toMs: number;
  fadeMs: number;
}

/** Milliseconds that are heard before a fade begins. */
const before = 4000;

/** The end that a recipe gives a sound, from its beginning or from where sound begins. */
export function endOf(
  { durationMs, startMs }: { durationMs: number; startMs: number },
  { lengthMs, fadeMs }: { lengthMs: number | null; fadeMs: number },
): HeardEnd {
  const toMs = lengthMs === null ? durationMs : Math.min(durationMs, startMs + lengthMs);
  const fade = Math.min(fadeMs, toMs - startMs);
  return { fromMs: Math.max(0, toMs - fade - before), toMs, fadeMs: fade };
}

/** The volume at a moment, as the fade of the delivered file has it: a straight line down to silence. */
export function volumeAt(ms: number, { toMs, fadeMs }: HeardEnd): number {
  if (ms >= toMs) return 0;
  return fadeMs > 0 ? Math.min(1, (toMs - ms) / fadeMs) : 1;
}
