import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { tracks } from '#db/schema/catalog.ts';
import { aLicence, aPackage, aTrack, aUser } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';
import { unzip } from '#tests/zip.ts';

const { app, ask, signIn } = await wholeSite();
const { db } = app;
const user = await aUser(db);
const pack = await aPackage(db, { title: 'Natal', authors: 'Ana; João', publisher: 'Editora Maré' });
const track = await aTrack(db, {
  packageId: pack.id,
  name: '=Tema.mp3',
  isrc: 'BRA1B2600001',
  authors: 'Zé',
});
const licensed = {
  trackId: track.id,
  packageId: pack.id,
  name: track.name,
  packageTitle: pack.title,
  bytes: 5,
};
const give = (userId: string, at: string) =>
  aLicence(db, { userId, at: new Date(at), tracks: [{ ...licensed, sha256: 'a'.repeat(64) }] });
const november = await give(user.userId, '2026-11-01T00:30:00-03:00');
await give(user.userId, '2026-10-31T23:30:00-03:00');
await give((await aUser(db)).userId, '2026-11-02T12:00:00-03:00');
const cookie = await signIn(user);
const fetchReport = (name: string) =>
  ask(`/meus-downloads/${name}?mes=2026-11`, { headers: { Cookie: cookie } });

describe('the usage report of a month', () => {
  it('A-124: names one’s own downloads with authors and codes, a track’s own first', async () => {
    const answer = await fetchReport('relatorio.csv');
    const lines = (await answer.text()).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(
      `01/11/2026 00:30;'=Tema.mp3;Natal;Zé;Editora Maré;BRA1B2600001;;1:00;Download;1;`,
    );
    expect(lines[1]).toContain(`/certificado/${november}`);
    await db.delete(tracks).where(eq(tracks.id, track.id));
    expect(await (await fetchReport('relatorio.csv')).text(), 'a track that has gone').toContain(
      'Tema.mp3;Natal;;',
    );
  });

  it('A-124: is a sheet that others open, without formulas', async () => {
    const bytes = Buffer.from(await (await fetchReport('relatorio.xlsx')).arrayBuffer());
    const whole = [...(await unzip(bytes)).values()].join('\n');
    expect(whole).toContain('=Tema.mp3');
    expect(whole).toContain('Autores');
    expect(whole).not.toContain('<f>');
  });
});
