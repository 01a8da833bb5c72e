import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { defaultLicense } from '#features/site/license.ts';
import { licencePdf, rememberedPdf } from './licence-pdf.server.ts';
import { licenceText } from './licence-text.ts';
import { issuerOf, type Licence } from './model.ts';

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

const canRead = spawnSync('pdftotext', ['-v']).status === 0;

/** The text of a PDF, in which another program finds nothing wrong. */
function textOf(pdf: Buffer): string {
  const { stdout, stderr } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

describe('a certificate on paper', async () => {
  const bytes = await licencePdf(licence, issuer);

  it('A-126: the same licence gives the same bytes, so that a ZIP with it can go on', async () => {
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await licencePdf(licence, issuer)).equals(bytes)).toBe(true);
    expect((await licencePdf({ ...licence, id: '1'.repeat(26) }, issuer)).equals(bytes)).toBe(false);
  });

  it.skipIf(!canRead)('A-126: others read all letters of Portuguese (skipped without pdftotext)', () => {
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
  });

  it.skipIf(!canRead)('A-127: marks tracks of a withdrawn licence (skipped without pdftotext)', async () => {
    const [first, ...rest] = licence.tracks.slice(0, 2);
    const tracks = [{ ...first!, isWithdrawn: true }, ...rest];
    await rememberedPdf(
      { ...licence, tracks: tracks.map((each) => ({ ...each, isWithdrawn: false })) },
      issuer,
    );
    const text = textOf(await rememberedPdf({ ...licence, tracks }, issuer));
    expect(text.match(/(\d+)\. .*\(licença retirada\)/g)).toEqual([expect.stringMatching(/^1\./)]);
  });

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
