import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultLicense } from '#features/site/license.ts';
import { licencePdf, rememberedPdf } from './licence-pdf.server.ts';
import { licenceText } from './licence-text.ts';
import { issuerOf, type Licence } from './model.ts';

const folder = mkdtempSync(join(tmpdir(), 'sonoteca-licence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

/** A program's answer; null where it is not installed. */
function ask(program: string, args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

describe('a certificate on paper', async () => {
  const file = join(folder, 'LICENCA.pdf');
  const bytes = await licencePdf(licence, issuer);
  writeFileSync(file, bytes);

  it('A-126: the same licence gives the same bytes, so that a ZIP with it can go on', async () => {
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await licencePdf(licence, issuer)).equals(bytes)).toBe(true);
    expect((await licencePdf({ ...licence, id: '1'.repeat(26) }, issuer)).equals(bytes)).toBe(false);
  });

  it('A-126: others read its text with all letters of Portuguese, and find nothing wrong with it', (test) => {
    const text = ask('pdftotext', ['-layout', file, '-']);
    if (text === null) return test.skip('pdftotext (poppler-utils) is not installed');
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
    expect(ask('qpdf', ['--check', file]) ?? 'No syntax or stream encoding errors').toContain(
      'No syntax or stream encoding errors',
    );
  });

  it('A-127: marks the tracks of a withdrawn licence', async (test) => {
    const [first, ...rest] = licence.tracks.slice(0, 2);
    const tracks = [{ ...first!, isWithdrawn: true }, ...rest];
    await rememberedPdf(
      { ...licence, tracks: tracks.map((each) => ({ ...each, isWithdrawn: false })) },
      issuer,
    );
    const marked = join(folder, 'marked.pdf');
    writeFileSync(marked, await rememberedPdf({ ...licence, tracks }, issuer));
    const text = ask('pdftotext', ['-layout', marked, '-']);
    if (text === null) return test.skip('pdftotext (poppler-utils) is not installed');
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
