import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#db/schema/accounts.ts';
import { downloads } from '#db/schema/downloads.ts';
import { licences } from '#db/schema/licences.ts';
import { aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { type Grant, hashOf, issueLicence, issuing } from './issue-licence.server.ts';
import { findLicence, findStation } from './licence-queries.server.ts';
import { removeStation, saveStation } from './save-station.server.ts';

const { db } = await testDatabase();
const at = new Date('2026-11-22T12:00:00Z');
const station = { name: 'Rádio Maré', document: '11222333000181', city: 'Maceió', state: 'AL', kind: 'fm' };
const track = { trackId: 't', packageId: 'p', name: 'Tema.mp3', packageTitle: 'Natal', bytes: 5 };

const grantTo = (userId: string, given: Partial<Grant> = {}): Grant => ({
  userId,
  cause: 'delivery',
  subject: 'Plástica de Natal',
  licence: { version: '2', text: 'Texto da versão 2.' },
  tracks: [
    { ...track, sha256: hashOf('a') },
    { ...track, trackId: 'u', name: "d'água; --.mp3", sha256: hashOf('b') },
  ],
  at,
  ...given,
});

describe('a licence record', () => {
  it('A-125: keeps the station as it was, the text, and the hashes of what was delivered', async () => {
    const user = await aUser(db, { displayName: 'Ana' });
    await saveStation({ db }, user, station);
    expect(await findStation(db, user.userId)).toEqual(station);
    const id = '8'.repeat(26);
    await db.execute(issuing(grantTo(user.userId, { id }), sql`true`));
    await saveStation({ db }, user, { ...station, name: 'Outro nome' });
    expect(await findLicence(db, id)).toMatchObject({
      licensee: station,
      cause: 'delivery',
      version: '2',
      text: 'Texto da versão 2.',
      textSha256: hashOf('Texto da versão 2.'),
      issuedAt: at,
      withdrawn: null,
      tracks: grantTo(user.userId).tracks,
    });
    const lines = await db.select().from(downloads).where(eq(downloads.licenceId, id));
    const names = lines.map(({ trackName, kind }) => `${kind}: ${trackName}`);
    expect(new Set(names)).toEqual(new Set(['delivery: Tema.mp3', "delivery: d'água; --.mp3"]));
  });

  it('A-125: names the person where there is no station', async () => {
    const user = await aUser(db, { displayName: 'Ana' });
    await saveStation({ db }, user, station);
    await removeStation({ db }, user);
    const nobody = await aUser(db, { displayName: '' });
    const ids = [
      await issueLicence(db, grantTo(user.userId)),
      await issueLicence(db, grantTo(nobody.userId)),
    ];
    const found = await Promise.all(ids.map((id) => findLicence(db, id)));
    expect(found.map((licence) => licence?.licensee.name)).toEqual(['Ana', 'Titular da conta']);
  });

  it('A-125: with a given id it is one record, however often it is delivered', async () => {
    const { userId } = await aUser(db);
    const grant = grantTo(userId, { id: '9'.repeat(26) });
    await issueLicence(db, grant);
    expect(await db.select().from(downloads).where(eq(downloads.userId, userId)), 'ahead').toEqual([]);
    for (const hour of ['13', '14']) {
      await db.execute(issuing({ ...grant, at: new Date(`2026-11-22T${hour}:00:00Z`) }, sql`true`));
    }
    expect(await db.select().from(licences).where(eq(licences.userId, userId))).toMatchObject([
      { issuedAt: at },
    ]);
    expect(await db.select().from(downloads).where(eq(downloads.userId, userId))).toHaveLength(4);
  });

  it('A-129: outlives the account without leading to it', async () => {
    const user = await aUser(db);
    await saveStation({ db }, user, station);
    const id = await issueLicence(db, grantTo(user.userId));
    await db.delete(users).where(eq(users.id, user.userId));
    expect(await findStation(db, user.userId)).toBeNull();
    expect(await findLicence(db, id)).toMatchObject({ licensee: station, tracks: [{}, {}] });
    const [row] = await db.select().from(licences).where(eq(licences.id, id));
    expect(JSON.stringify(row)).not.toContain(user.userId);
    expect(JSON.stringify(row)).not.toContain(user.email);
  });
});
