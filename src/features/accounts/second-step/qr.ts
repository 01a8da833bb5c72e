import { encode } from 'uqr';

/** A QR code as one SVG path in a square of `size` units with its quiet zone. */
export interface QrCode {
  size: number;
  path: string;
}

/** Encodes a text as a QR code; runs of dark modules become one bar. */
export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { border: 4 });
  const bars = data.flatMap((row, y) => {
    const found: string[] = [];
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      found.push(`M${from} ${y}h${x + 1 - from}v1h${from - x - 1}z`);
    }
    return found;
  });
  return { size, path: bars.join('') };
}
