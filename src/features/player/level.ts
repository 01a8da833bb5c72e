/** Where levelled tracks are brought to, in LUFS, and what their true peaks may reach, in dBTP. */
const target = -16;
const ceiling = -1;

/** What is known of a sound; unknown figures are null, or not there. */
interface Loudness {
  loudnessLufs?: number | null;
  truePeakDb?: number | null;
}

/**
 * The factor by which a track is played when volumes are levelled, 0 to 1: what is louder than −16 LUFS, or peaks
 * above −1 dBTP, is turned down. Nothing is turned up (docs/decisions/021), and what was not measured stays as it is.
 */
export function levelGain(track: Loudness | null): number {
  const { loudnessLufs = null, truePeakDb = null } = track ?? {};
  if (loudnessLufs === null) return 1;
  const decibels = Math.min(0, target - loudnessLufs, ceiling - (truePeakDb ?? ceiling));
  return 10 ** (decibels / 20);
}
