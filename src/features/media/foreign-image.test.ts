import sharp from 'sharp';
import { expect, it } from 'vitest';
import { foreignImage, sniffImage, withSeen } from './model.ts';

const box = (brand: string, ...others: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 16 + 4 * others.length]),
    Buffer.from(`ftyp${brand}\0\0\0\0${others.join('')}`, 'latin1'),
    Buffer.alloc(64),
  ]);

it.each([
  ['HEIC (do iPhone)', box('heic', 'mif1', 'heic')],
  ['HEIC (do iPhone)', box('mif1', 'mif1', 'heic')],
  ['AVIF', box('avif', 'mif1', 'miaf')],
  ['AVIF', box('mif1', 'mif1', 'avif')],
  ['PDF', Buffer.from('%PDF-1.7\n')],
  ['BMP', Buffer.from('BM\x36\x10\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
  ['PSD', Buffer.from('8BPS\0\x01')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['SVG', Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- Inkscape -->\n<svg/>')],
  [undefined, box('isom', 'mp42')],
  [undefined, Buffer.from('<?xml version="1.0"?><html/>')],
  [undefined, Buffer.from('BM, a rádio')],
  [undefined, Buffer.alloc(0)],
])('S11: %s is named', (name, bytes) => {
  expect(sniffImage(bytes)).toBeNull();
  expect(foreignImage(bytes)).toBe(name);
});

it.each(['avif', 'tiff'] as const)('S11: %s as a program writes it is named', async (format) => {
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } });
  expect(foreignImage(await picture.toFormat(format).toBuffer())).toBe(format.toUpperCase());
});

it('S11: a refusal names what was seen and what is taken', () => {
  const sentence = 'Por favor, selecione uma imagem válida.';
  expect(withSeen(sentence, { seen: 'HEIC (do iPhone)' })).toBe(
    'Por favor, selecione uma imagem válida. Esta é HEIC (do iPhone): envie PNG, JPG, WEBP ou GIF.',
  );
  expect(withSeen(sentence, {})).toBe(sentence);
});
