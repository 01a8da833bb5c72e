import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { defaultLicense } from '#features/site/license.ts';
import { missingProgram } from '#tests/programs.ts';
import { licencePdf } from './licence-pdf.server.ts';
import { licenceText } from './licence-text.ts';
import { issuerOf, type Licence } from './model.ts';
import { rememberedPdf } from './remember-pdf.server.ts';

const issuer = issuerOf({ SITE_NAME: 'Sonoteca', PUBLIC_URL: 'https://sonoteca.example' });
const licence: Licence = {
  id: '01m7ze8zwt49z022jxdf3deshc',
  userId: null,
  cause: 'zip',
  subject: 'Coleção São João, ção e ã',
  licensee: {
    name: 'Rádio Maré 98,7 FM',
    document: '12ABC34501DE35',
    city: 'Maceió',
    state: 'AL',
    kind: 'fm',
  },
  version: '3',
  text: defaultLicense,
  textSha256: 'f'.repeat(64),
  tracks: Array.from({ length: 40 }, (_, at) => ({
    trackId: `t${at}`,
    packageId: 'p',
    name: `Forró à noite ${at}.mp3`,
    packageTitle: 'Coleção São João',
    sha256: `${at % 10}`.repeat(64),
    bytes: 10,
  })),
  issuedAt: new Date('2026-11-22T15:00:00Z'),
  withdrawn: null,
};

/** The text of a PDF, in which another program finds nothing wrong. */
function textOf(pdf: Buffer): string {
  const { stdout, stderr } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

interface Word {
  page: number;
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Every word of a PDF with its place. */
function wordsOf(pdf: Buffer): Word[] {
  const { stdout } = spawnSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' });
  let page = 0;
  return [
    ...stdout.matchAll(
      /<page |xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g,
    ),
  ].flatMap(([whole, left, top, right, bottom, text]) => {
    if (whole === '<page ') page++;
    if (text === undefined) return [];
    return { page, text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) };
  });
}

/** Pairs of words of a page that cover each other by more than a line's descenders. */
const overlapping = (words: Word[]): string[] =>
  words.flatMap((a, at) =>
    words
      .slice(at + 1)
      .filter((b) => b.page === a.page)
      .filter((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1)
      .filter((b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.4 * (a.bottom - a.top))
      .map((b) => `${a.text} ${b.text}`),
  );

describe('a certificate on paper', async () => {
  const bytes = await licencePdf(licence, issuer);

  it('A-126: the same licence gives the same bytes, so that a ZIP with it can go on', async () => {
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await licencePdf(licence, issuer)).equals(bytes)).toBe(true);
    expect((await licencePdf({ ...licence, id: '1'.repeat(26) }, issuer)).equals(bytes)).toBe(false);
  });

  it.skipIf(missingProgram('pdftotext'))(
    'A-126: others read all letters of Portuguese (skipped without pdftotext)',
    () => {
      const text = textOf(bytes);
      for (const words of [
        'Certificado de licença',
        'Rádio Maré 98,7 FM',
        '12.ABC.345/01DE-35',
        'Coleção São João, ção e ã',
        '40. Forró à noite 39.mp3',
        'SHA-256 9999 9999 9999 9999',
        'Maceió, AL',
        'Quem pode usar',
        `https://sonoteca.example/certificado/${licence.id}`,
      ])
        expect(text).toContain(words);
    },
  );

  it.skipIf(missingProgram('pdftotext'))(
    'A-127: marks tracks of a withdrawn licence (skipped without pdftotext)',
    async () => {
      const [first, ...rest] = licence.tracks.slice(0, 2);
      const tracks = [{ ...first!, isWithdrawn: true }, ...rest];
      await rememberedPdf(
        { ...licence, tracks: tracks.map((each) => ({ ...each, isWithdrawn: false })) },
        issuer,
        { caller: 'a' },
      );
      const text = textOf(Buffer.from(await rememberedPdf({ ...licence, tracks }, issuer, { caller: 'a' })));
      expect(text.match(/(\d+)\. .*\(licença retirada\)/g)).toEqual([expect.stringMatching(/^1\./)]);
    },
  );

  it('F07, A-126: the same bytes in another process, whatever was drawn before', async () => {
    const other = { ...licence, subject: 'Sa\u0303o Joa\u0303o -> cha\u0303o\u00a0x\u2011y \u2126 fi' };
    const subject = 'São João → chão -> x-y Ω fi';
    const drawnAfter = async (...before: Licence[]) => {
      vi.resetModules();
      const { licencePdf: draw } = await import('./licence-pdf.server.ts');
      for (const each of before) await draw(each, issuer);
      return draw({ ...licence, subject }, issuer);
    };
    expect((await drawnAfter(other)).equals(await drawnAfter())).toBe(true);
  });

  it.skipIf(missingProgram('pdftotext'))(
    'F07: signs and letters are found as they were typed (skipped without pdftotext)',
    async () => {
      const subject = 'Sa\u0303o Joa\u0303o -> → "50/50" – ’24/7’ #1; fim';
      const text = textOf(await licencePdf({ ...licence, subject }, issuer));
      expect(text).toContain('São João -> → "50/50" – ’24/7’ #1; fim');
    },
  );

  it.skipIf(missingProgram('pdftotext'))(
    'B17: lines of any length lie below each other (skipped without pdftotext)',
    async () => {
      const long = (words: string, length: number) => words.repeat(length).slice(0, length).trim();
      const name = long('Associação Comunitária de São José do Vale – ', 120);
      for (const reason of ['Curto.', long('A autora pediu a retirada da faixa. ', 500)]) {
        const pdf = await licencePdf(
          {
            ...licence,
            subject: long('Trilhas para Programas da Manhã, ', 200),
            licensee: { ...licence.licensee, name, city: long('São José do Vale do Rio Preto ', 80) },
            tracks: Array.from({ length: 500 }, () => licence.tracks[0]!),
            withdrawn: { at: licence.issuedAt, reason },
          },
          issuer,
        );
        const rows = wordsOf(pdf);
        const y = (word: string) => rows.find(({ text }) => text === word)!;
        const order = [
          'Certificado',
          'retirada:',
          'Licenciado',
          'CNPJ',
          'Tipo',
          'Cidade',
          'Download',
          'Emitida',
          'Versão',
          'Código',
          '500',
        ];
        for (const [at, word] of order.entries())
          if (at > 0) expect(y(word).top, `${word}: ${reason}`).toBeGreaterThan(y(order[at - 1]!).bottom - 4);
        expect(overlapping(rows), reason).toEqual([]);
      }
    },
  );

  it('leaves other requests their turn while it is drawn', async () => {
    let turns = 0;
    let isDrawn = false;
    const count = () => {
      turns++;
      if (!isDrawn) setImmediate(count);
    };
    count();
    await licencePdf(licence, issuer);
    isDrawn = true;
    expect(turns).toBeGreaterThan(10);
  });

  it('A-126: as plain text it says the same', () => {
    const text = licenceText(licence, issuer);
    expect(text).toContain('Licenciado para: Rádio Maré 98,7 FM\r\n');
    expect(text).toContain(`https://sonoteca.example/certificado/${licence.id}\r\n`);
    expect(text).toContain(`40. Forró à noite 39.mp3 · Coleção São João\r\n   ${'9'.repeat(64)}\r\n`);
    expect(text).toContain('QUEM PODE USAR');
  });
});
