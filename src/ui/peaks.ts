/** Decodes base64 peaks (0 to 255 each); null when missing or malformed. */
export function decodePeaks(peaks: string | null): Uint8Array | null {
  if (!peaks) return null;
  try {
    const text = atob(peaks);
    return text.length > 0 ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

/** Heights of `count` bars, 0 to 1, normalised so that a quiet track shows its shape but silence stays low. */
export function barHeights(peaks: Uint8Array, count: number): number[] {
  const loudest = Math.max(48, ...peaks);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    let top = 0;
    for (let at = from; at < to; at += 1) top = Math.max(top, peaks[at] ?? 0);
    return (top / loudest) ** 0.85;
  });
}

/** Low even bars for a track that is not analysed; they can still be clicked to seek. */
export const restingHeights = (count: number): number[] =>
  Array.from({ length: count }, (_, bar) => 0.12 + 0.05 * Math.sin(bar * 0.55));

/** SVG path of vertical strokes, `gap` pixels apart, centred on the middle of an even `height`, on whole pixels. */
export function barsPath(heights: number[], gap: number, height: number): string {
  const room = height - 2;
  return heights
    .map((part, bar) => {
      const length = Math.max(0.01, Math.round((part * room - 2) / 2) * 2);
      return `M${bar * gap + gap / 2} ${(height - length) / 2}v${length}`;
    })
    .join('');
}
