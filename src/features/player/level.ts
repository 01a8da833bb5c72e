/** Levelled loudness in LUFS, and the highest true peak in dBTP. */
const target = -16;
const ceiling = -1;

/** Measurements of a track; unknown ones are null or missing. */
interface Loudness {
  loudnessLufs?: number | null;
  truePeakDb?: number | null;
}

/** Gain of 0 to 1 down to −16 LUFS and −1 dBTP; never turns up (docs/decisions/021), and skips unmeasured tracks. */
export function levelGain(track: Loudness | null): number {
  const { loudnessLufs = null, truePeakDb = null } = track ?? {};
  if (loudnessLufs === null) return 1;
  const decibels = Math.min(0, target - loudnessLufs, ceiling - (truePeakDb ?? ceiling));
  return 10 ** (decibels / 20);
}
