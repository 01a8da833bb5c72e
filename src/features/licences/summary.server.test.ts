import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { downloads } from '#db/schema/downloads.ts';
import type { User } from '#features/accounts/model.ts';
import { placeSchema } from '#platform/place.ts';
import { aLicence, anAdmin, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { licenceFilterSchema, listLicences } from './admin-queries.server.ts';
import { findLicence } from './licence-queries.server.ts';
import { saveStation } from './save-station.server.ts';
import { issueSummary } from './summary-licence.server.ts';
import { restoreLicence, withdrawLicence } from './withdraw-licence.server.ts';

const { db } = await testDatabase();
const now = new Date('2026-11-22T12:00:00Z');
const deps = { db, clock: { now: () => now } };
const text = { version: '1', text: 'O texto da licença.' };

const track = (trackId: string, letter: string) => ({
  trackId,
  packageId: 'p',
  name: `${trackId}.mp3`,
  packageTitle: 'Natal',
  sha256: letter.repeat(64),
  bytes: 5,
});
const licensed = (user: User, at: string, ...tracks: ReturnType<typeof track>[]) =>
  aLicence(db, { userId: user.userId, at: new Date(at), tracks });

describe('a certificate over several licences', async () => {
  const user = await aUser(db);
  const old = await licensed(user, '2026-10-31T23:00:00-03:00', track('a', 'a'), track('b', 'b'));
  const second = await licensed(user, '2026-11-01T00:30:00-03:00', track('a', 'a'), track('c', 'c'));
  const read = async (scope: Parameters<typeof issueSummary>[3]) => {
    const made = await issueSummary(deps, user, text, scope);
    return made.ok ? findLicence(db, made.id) : made;
  };
  const sources = (found: Awaited<ReturnType<typeof read>>) =>
    found && 'tracks' in found ? found.tracks.map(({ trackId, from }) => [trackId, from?.id]) : found;

  it('A-126: names each track once, with its newest licence, and writes no download', async () => {
    const before = await db.select().from(downloads).where(eq(downloads.userId, user.userId));
    const whole = await read({ subject: 'Tudo' });
    expect(sources(whole)).toEqual([
      ['a', second],
      ['c', second],
      ['b', old],
    ]);
    expect(await db.select().from(downloads).where(eq(downloads.userId, user.userId))).toHaveLength(
      before.length,
    );
    expect(await read({ subject: 'Tudo' }), 'the same again').toEqual(whole);
  });

  it('A-126: a month is that of São Paulo; a project is its tracks; without any there is no certificate', async () => {
    expect(sources(await read({ subject: 'Outubro', month: '2026-10' }))).toEqual([
      ['a', old],
      ['b', old],
    ]);
    expect(sources(await read({ subject: 'Projeto', trackIds: ['b', 'x'] }))).toEqual([['b', old]]);
    expect(await read({ subject: 'Setembro', month: '2026-09' })).toEqual({ ok: false, reason: 'nothing' });
  });

  it('A-127: a withdrawn licence is marked in what repeats it, and found by no new certificate', async () => {
    const admin = await anAdmin(db);
    const whole = await read({ subject: 'Tudo' });
    if (!whole || !('tracks' in whole)) throw new Error('no certificate');
    const input = { id: old, reason: 'Pedido da rádio.' };
    expect(await withdrawLicence(deps, admin, input)).toEqual({ ok: true });
    expect(await withdrawLicence(deps, admin, input)).toEqual({ ok: false, reason: 'already' });
    expect(await findLicence(db, old)).toMatchObject({ withdrawn: { at: now, reason: 'Pedido da rádio.' } });
    const marked = await findLicence(db, whole.id);
    expect(marked?.tracks.flatMap((each) => (each.isWithdrawn ? each.trackId : []))).toEqual(['b']);
    expect(sources(await read({ subject: 'Tudo' }))).toEqual([
      ['a', second],
      ['c', second],
    ]);
    expect(await restoreLicence(deps, admin, { id: old })).toEqual({ ok: true });
    expect(await restoreLicence(deps, admin, { id: old })).toEqual({ ok: false, reason: 'already' });
    expect(await read({ subject: 'Tudo' }), 'valid again').toEqual(whole);
    await withdrawLicence(deps, admin, { ...input, id: whole.id });
    expect(await read({ subject: 'Tudo' }), 'a withdrawn certificate').not.toMatchObject({ id: whole.id });
  });

  it('A-126: names the station as it is now', async () => {
    const before = await read({ subject: 'Tudo' });
    const station = { name: 'Rádio Nova', document: null, city: null, state: null, kind: null };
    await saveStation({ db }, user, station);
    const after = await read({ subject: 'Tudo' });
    expect(after).toMatchObject({ licensee: station });
    expect(before).not.toMatchObject({ id: after && 'id' in after ? after.id : '' });
    expect(await read({ subject: 'Tudo' }), 'the same again').toEqual(after);
  });
});

describe('the administrators’ list of licences', async () => {
  const admin = await anAdmin(db);
  const user = await aUser(db);
  await saveStation({ db }, user, {
    name: 'Rádio Coração 100%',
    document: '12ABC34501DE35',
    city: null,
    state: null,
    kind: null,
  });
  const id = await aLicence(db, { userId: user.userId, tracks: [track('z', 'e')] });
  const find = async (query: object) => {
    const filter = { ...licenceFilterSchema.parse(query), ...placeSchema.parse({}) };
    const { licences } = await listLicences(db, admin, filter);
    return licences.map((each) => each.id);
  };

  it.each([
    ['station', { q: 'coracao 100%' }],
    ['CNPJ', { q: '12.ABC.345/01DE-35' }],
    ['code', { q: id }],
    ['address', { q: `https://sonoteca.example/certificado/${id}` }],
    ['file', { arquivo: 'e'.repeat(64) }],
  ])('A-127: finds by %s', async (_, query) => {
    expect(await find(query)).toEqual([id]);
  });

  it('A-127: a sign of the pattern is itself, and what is no hash filters nothing', async () => {
    expect(await find({ q: 'coracao 200%' })).toEqual([]);
    expect(await find({ q: '%' })).toEqual([id]);
    expect((await find({ arquivo: 'nada' })).length).toBeGreaterThan(1);
    expect(await find({ q: 'coracao', estado: 'retiradas' })).toEqual([]);
  });
});
