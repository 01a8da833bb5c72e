/** Peaks of energy that a track can have: further ones are too close to be gone to one by one. */
const most = 24;
/** The share of the loudest energy by which a peak stands above what came before it. */
const rise = 0.18;
/** Peaks closer than this share of the track are one. */
const apart = 0.015;

/** The energy of each slice, 0 to 1, smoothed over its neighbours. */
function energyOf(peaks: Uint8Array): number[] {
  const squares = Array.from(peaks, (peak) => (peak / 255) ** 2);
  const smooth = squares.map((own, at) => {
    const before = squares[at - 1] ?? own;
    const after = squares[at + 1] ?? own;
    return (before + 2 * own + after) / 4;
  });
  const loudest = Math.max(...smooth);
  return loudest > 0 ? smooth.map((energy) => energy / loudest) : smooth;
}

/** Where the energy of a track peaks: fractions of its length, in order; none for a silent or an even one. */
export function energyPeaks(peaks: Uint8Array | null): number[] {
  if (!peaks) return [];
  const energy = energyOf(peaks);
  const found: { at: number; height: number }[] = [];
  let low = energy[0] ?? 0;
  let top = { at: -1, height: 0 };
  const close = () => {
    const last = found.at(-1);
    if (top.at < 0) return;
    if (!last || top.at - last.at >= apart * peaks.length) found.push(top);
    else if (top.height > last.height) found.splice(-1, 1, top);
  };
  for (const [at, height] of energy.entries()) {
    if (top.at >= 0 && height < top.height - rise) {
      close();
      top = { at: -1, height: 0 };
      low = height;
    }
    low = Math.min(low, height);
    if (height - low >= rise && height > top.height) top = { at, height };
  }
  close();
  const highest = found.toSorted((a, b) => b.height - a.height).slice(0, most);
  return highest.map(({ at }) => at / peaks.length).toSorted((a, b) => a - b);
}

/** Seconds around the position that count as here. */
const here = 0.3;

/** The peak after (or before) a second of the track, in seconds; null: none. */
export function peakBeside(
  peaks: readonly number[],
  { time, duration }: { time: number; duration: number },
  by: 1 | -1,
): number | null {
  const seconds = peaks.map((fraction) => fraction * duration);
  const beside =
    by > 0
      ? seconds.find((second) => second > time + here)
      : seconds.findLast((second) => second < time - 3 * here);
  return beside ?? null;
}
