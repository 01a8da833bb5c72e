import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { favorites } from '#db/schema/favorites.ts';
import { Bus } from '#platform/bus.server.ts';
import { newId } from '#platform/ids.ts';
import { aPackage, aPackageWithTracks, aSubscriber } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { addFavorite, removeFavorite } from './change-favorites.server.ts';
import { favoriteSchema } from './favorite-input.ts';
import { listFavorites, withHearts } from './queries.server.ts';

const source = await testDatabase();
const { db } = source;

const start = { package: { pagina: 1 }, track: { pagina: 1 } };
const rowsOf = (userId: string) => db.select().from(favorites).where(eq(favorites.userId, userId));

describe('saving and removing', () => {
  it('FAV-02, FAV-03: a package and its track are saved apart, and removed apart', async () => {
    const user = await aSubscriber(db);
    const { pack, tracks: made } = await aPackageWithTracks(db, 2);
    const whole = { packageId: pack.id, trackId: null };
    const track = { packageId: pack.id, trackId: made[0]!.id };
    const heartsOf = async () => {
      const shown = await withHearts(source, user, { packs: [pack, await aPackage(db)], tracks: made });
      return [...shown.packs, ...shown.tracks].flatMap((each) =>
        'isSaved' in each && each.isSaved ? each.id : [],
      );
    };
    expect(await heartsOf()).toEqual([]);
    expect(await addFavorite(source, user, whole)).toEqual({ ok: true, added: true });
    expect(await addFavorite(source, user, track)).toEqual({ ok: true, added: true });
    expect(await heartsOf()).toEqual([pack.id, made[0]!.id]);
    expect(await removeFavorite(source, user, whole)).toBe(true);
    expect(await removeFavorite(source, user, whole)).toBe(false);
    expect(await heartsOf()).toEqual([made[0]!.id]);
  });

  it('FAV-02: another process shows at once what was saved and removed here', async () => {
    const user = await aSubscriber(db);
    const pack = await aPackage(db);
    const bus = new Bus(source.pool, source.connectionString, source.log);
    await bus.start();
    onTestFinished(() => bus.stop());
    const isSavedThere = async () =>
      (await withHearts({ db, bus }, user, { packs: [{ ...pack, isSaved: false }] })).packs[0]!.isSaved;
    expect(await isSavedThere()).toBe(false);
    await addFavorite(source, user, { packageId: pack.id, trackId: null });
    await expect.poll(isSavedThere).toBe(true);
    await removeFavorite(source, user, { packageId: pack.id, trackId: null });
    await expect.poll(isSavedThere).toBe(false);
  });

  it('FAV-02: of somebody with more hearts than are cached, those on the page are known', async () => {
    const user = await aSubscriber(db);
    const packs = [await aPackage(db), await aPackage(db)];
    await db.insert(favorites).values(
      Array.from({ length: 210 }, (_, at) => ({
        id: newId(),
        userId: user.userId,
        favoriteType: 'package' as const,
        packageId: at === 209 ? packs[0]!.id : `outro-${at}`,
        trackId: '',
        packageTitle: 'Guardado',
      })),
    );
    const saved = async () =>
      (await withHearts(source, user, { packs })).packs.map((pack) => 'isSaved' in pack);
    expect(await saved()).toEqual([true, false]);
    await addFavorite(source, user, { packageId: packs[1]!.id, trackId: null });
    expect(await saved()).toEqual([true, true]);
  });

  it('FAV-03, A-57: twenty clicks at once leave one row', async () => {
    const user = await aSubscriber(db);
    const { pack, tracks: made } = await aPackageWithTracks(db, 1);
    for (const trackId of [null, made[0]!.id]) {
      const clicks = Array.from({ length: 20 }, () =>
        addFavorite(source, user, { packageId: pack.id, trackId }),
      );
      const outcomes = await Promise.all(clicks);
      expect(outcomes.filter((outcome) => outcome.ok && outcome.added).length).toBe(1);
    }
    expect((await rowsOf(user.userId)).length).toBe(2);
  });

  it('FAV-09, A-13: what listeners cannot see cannot be saved', async () => {
    const user = await aSubscriber(db);
    const hidden = await aPackageWithTracks(db, 1, { isActive: false });
    const other = await aPackageWithTracks(db, 1);
    const refused = { ok: false, reason: 'not-found' };
    for (const item of [
      { packageId: hidden.pack.id, trackId: null },
      { packageId: hidden.pack.id, trackId: hidden.tracks[0]!.id },
      { packageId: other.pack.id, trackId: hidden.tracks[0]!.id },
      { packageId: other.pack.id, trackId: 'x' },
      { packageId: 'x', trackId: null },
    ])
      expect(await addFavorite(source, user, item)).toEqual(refused);
    expect(await rowsOf(user.userId)).toEqual([]);
  });

  it('FAV-11, A-01: nobody reads or removes what another has saved', async () => {
    const [one, two] = [await aSubscriber(db), await aSubscriber(db)];
    const pack = await aPackage(db);
    const item = { packageId: pack.id, trackId: null };
    await addFavorite(source, one, item);
    expect(await removeFavorite(source, two, item)).toBe(false);
    expect((await withHearts(source, two, { packs: [pack] })).packs).toEqual([pack]);
    expect(await listFavorites(db, two, start)).toMatchObject({ packages: [], tracks: [] });
    expect((await rowsOf(one.userId)).length).toBe(1);
  });

  it('A-01: whose favourite it is, and its name, are not taken from the call', () => {
    const body = { package_id: 'p', track_id: null, user_id: 'outro', track_name: 'x', id: 'y' };
    expect(favoriteSchema.parse(body)).toEqual({ packageId: 'p', trackId: null });
    expect(favoriteSchema.safeParse({}).error?.issues[0]?.message).toBe('Informe o pacote.');
    expect(favoriteSchema.safeParse({ package_id: 'x'.repeat(100) }).success).toBe(false);
    expect(favoriteSchema.safeParse({ package_id: 'p', track_id: 5 }).error?.issues[0]?.message).toBe(
      'Informe a faixa.',
    );
  });
});

describe('the favourites page', () => {
  it('FAV-05: both lists, the newest first, with what a card shows', async () => {
    const user = await aSubscriber(db);
    const older = await aPackageWithTracks(db, 2, { title: 'Primeiro', coverKey: 'covers/a.webp' });
    const second = await aPackage(db, { title: 'Segundo' });
    await addFavorite(source, user, { packageId: older.pack.id, trackId: null });
    await addFavorite(source, user, { packageId: second.id, trackId: null });
    await addFavorite(source, user, { packageId: older.pack.id, trackId: older.tracks[0]!.id });
    await addFavorite(source, user, { packageId: older.pack.id, trackId: older.tracks[1]!.id });
    const page = await listFavorites(db, user, start);
    expect(page.packages.map((pack) => pack.title)).toEqual(['Segundo', 'Primeiro']);
    expect(page.packages[1]).toMatchObject({
      available: true,
      coverUrl: '/media/covers/a.webp',
      trackCount: 2,
    });
    expect(page.tracks.map((track) => track.trackId)).toEqual([older.tracks[1]!.id, older.tracks[0]!.id]);
    expect(page.tracks[0]).toMatchObject({ available: true, packageTitle: 'Primeiro', durationMs: 60_000 });
    expect(Buffer.from(page.tracks[0]!.peaks!, 'base64').length).toBe(400);
  });

  it('FAV-09, A-58: what is gone keeps its name, tells nothing else, and can be removed', async () => {
    const user = await aSubscriber(db);
    const hidden = await aPackageWithTracks(db, 1, { title: 'Sumiu', coverKey: 'covers/segredo.webp' });
    const closed = await aPackageWithTracks(db, 1, { title: 'Fechou' });
    const emptied = await aPackageWithTracks(db, 1, { title: 'Ficou' });
    for (const { pack, tracks: made } of [hidden, closed, emptied]) {
      await addFavorite(source, user, { packageId: pack.id, trackId: null });
      await addFavorite(source, user, { packageId: pack.id, trackId: made[0]!.id });
    }
    const trackName = hidden.tracks[0]!.name;
    await db.update(packages).set({ isActive: false }).where(eq(packages.id, hidden.pack.id));
    await db.update(categories).set({ isActive: false }).where(eq(categories.id, closed.pack.categoryId));
    await db.delete(tracks).where(eq(tracks.id, emptied.tracks[0]!.id));
    const page = await listFavorites(db, user, start);
    expect(page.packages.map(({ title, available }) => [title, available])).toEqual([
      ['Ficou', true],
      ['Fechou', false],
      ['Sumiu', false],
    ]);
    expect(page.tracks.map(({ available }) => available)).toEqual([false, false, false]);
    expect(page.tracks[2]).toMatchObject({
      name: trackName,
      packageTitle: 'Sumiu',
      durationMs: null,
      peaks: null,
    });
    expect(JSON.stringify(page)).not.toContain('segredo');
    for (const { packageId, trackId } of page.tracks)
      expect(await removeFavorite(source, user, { packageId, trackId })).toBe(true);
    await db.delete(packages).where(eq(packages.id, hidden.pack.id));
    expect((await listFavorites(db, user, start)).packages.length, 'PKM-21').toBe(3);
  });
});
