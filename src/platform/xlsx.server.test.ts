import { expect, it } from 'vitest';
import { unzip } from '#tests/zip.ts';
import { writeXlsx } from './xlsx.server.ts';

it('A-162: cells of a sheet are the text that was typed, whatever Excel would make of it', async () => {
  const typed = ['=1+1', '-10 dB', '24/7; "um" <dois> & #3', 'Tom_x0041_.mp3', 'São – ’João’'];
  const files = await unzip(await writeXlsx([['Título_x0042_'], ...typed.map((text) => [text])], 'Faixas'));
  const xml = files.get('xl/sharedStrings.xml')!.toString();
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  const cells = [...xml.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) =>
    text
      .replace(/&(\w+);/g, (_, name: string) => signs[name] ?? '')
      .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
  expect(cells).toEqual(['Título_x0042_', ...typed]);
});
