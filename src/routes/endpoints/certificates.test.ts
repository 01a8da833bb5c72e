import { describe, expect, it } from 'vitest';
import { saveStation } from '#features/licences/save-station.server.ts';
import { verifyCertificate } from '#features/licences/verify-certificate.server.ts';
import { aLicence, anAdmin, aUser } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { ask, db } = site;
const user = await aUser(db);
const station = { name: 'Rádio Maré', document: '52998224725', city: 'Maceió', state: 'AL', kind: 'web' };
await saveStation({ db }, user, station);
const id = await aLicence(db, { userId: user.userId });

const documentFor = async (cookie?: string): Promise<unknown> => {
  const answer = await ask(`/certificado/${id}.json`, cookie ? { Cookie: cookie } : {});
  const signed = (await answer.json()) as { certificate: { station: { document: string } } };
  const keys = await (await ask('/.well-known/sonoteca-keys.json')).json();
  expect(verifyCertificate(signed, keys)).toEqual({ ok: true });
  return signed.certificate.station.document;
};

describe('a certificate as a file', () => {
  it('A-127, A-128: is signed for everybody; the CPF is whole for its owner and administrators', async () => {
    expect(await documentFor()).toBe('***.982.247-**');
    expect(await documentFor(await site.signIn(await aUser(db)))).toBe('***.982.247-**');
    expect(await documentFor(await site.signIn(user))).toBe('52998224725');
    expect(await documentFor(await site.signIn(await anAdmin(db)))).toBe('52998224725');
  });

  it('A-126: is a PDF that no search engine lists', async () => {
    const answer = await ask(`/certificado/${id}.pdf`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it("OPS-19: as PDF comes between a stranger's many, of which those beyond his queue are refused", async () => {
    const [own = '', ...others] = await Promise.all(
      Array.from({ length: 31 }, () => aLicence(db, { userId: user.userId })),
    );
    const cookie = await site.signIn(user);
    const ended: string[] = [];
    const pdfOf = async (who: string, licenceId: string, headers = {}) => {
      const answer = await ask(`/certificado/${licenceId}.pdf`, headers);
      await answer.arrayBuffer();
      if (answer.status === 200) ended.push(who);
      return answer;
    };
    const strangers = others.map((each) => pdfOf('stranger', each));
    expect((await pdfOf('own', own, { Cookie: cookie })).status).toBe(200);
    const answers = await Promise.all(strangers);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toContain(429);
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    expect(ended.filter((who) => who === 'stranger').length).toBeGreaterThanOrEqual(9);
    expect(ended.indexOf('own')).toBeLessThan(4);
  });

  it('is not found by an unknown or strange id', async () => {
    for (const name of [`${'0'.repeat(26)}.json`, 'a.pdf', `${'z'.repeat(300)}.json`]) {
      expect((await ask(`/certificado/${name}`)).status).toBe(404);
    }
  });
});
