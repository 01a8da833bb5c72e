import { encode } from 'uqr';

/** A QR code as one path of a drawing of `size` by `size` units, the quiet zone included. */
export interface QrCode {
  size: number;
  path: string;
}

/** Draws a text as a QR code, runs of dark modules as one bar each. */
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
