import { beforeAll, describe, expect, it } from 'vitest';
import { favorites } from '#db/schema/favorites.ts';
import { perStretch } from '#features/catalog/model.ts';
import { aCategory, aPackage, aPackageWithTracks, aSubscriber, aUser } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { ask, db } = site;
/** Cookies of two subscribers, of a user without a plan, of one whose plan has ended, and of a visitor. */
const as: Record<'subscriber' | 'other' | 'user' | 'ended' | 'visitor', Record<string, string>> = {
  subscriber: {},
  other: {},
  user: {},
  ended: {},
  visitor: {},
};

beforeAll(async () => {
  const expiresAt = new Date(site.clock.now().getTime() - 1000);
  as.subscriber = { Cookie: await site.signIn(await aSubscriber(db)) };
  as.other = { Cookie: await site.signIn(await aSubscriber(db)) };
  as.user = { Cookie: await site.signIn(await aUser(db)) };
  as.ended = { Cookie: await site.signIn(await aSubscriber(db, {}, { expiresAt })) };
});

const call = (method: string, who: keyof typeof as, body: unknown) =>
  ask(
    '/functions/favorites',
    { ...as[who], 'Content-Type': 'application/json' },
    { method, body: typeof body === 'string' ? body : JSON.stringify(body) },
  );

describe('who may call', () => {
  it.each([
    ['visitor', 401],
    ['user', 403],
    ['ended', 403],
    ['subscriber', 404],
  ] as const)('SEC-01, LIB-07, A-10: %s gets %i', async (who, status) => {
    const unknown = '0'.repeat(26);
    expect((await ask(`/package/${unknown}/queue`, as[who])).status).toBe(status);
    expect((await ask(`/package/${unknown}/zip/progress?ticket=abcdefgh`, as[who])).status).toBe(status);
    expect((await ask('/library/packages?kind=xyz', as[who])).status).toBe(status);
    expect((await call('POST', who, { package_id: unknown })).status).toBe(status);
    if (who !== 'subscriber')
      expect((await call('DELETE', who, { package_id: unknown })).status).toBe(status);
  });
});

describe('GET /package/{id}/queue', () => {
  it('CAT-20, A-51: gives the tracks in order, and no address', async () => {
    const { pack, tracks } = await aPackageWithTracks(db, 3, { kind: 'pacotes-vinhetas' });
    const answer = await ask(`/package/${pack.id}/queue`, as.subscriber);
    const text = await answer.text();
    const queue = JSON.parse(text) as { kind: string; tracks: { id: string }[] };
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(queue).toMatchObject({ packageId: pack.id, packageTitle: pack.title, kind: 'pacotes-vinhetas' });
    expect(queue.tracks.map((track) => track.id)).toEqual(tracks.map((track) => track.id));
    expect(text).not.toMatch(/audio\/|drive|https?:/i);
  });

  it('PKG-02: what listeners cannot see is not found', async () => {
    const hidden = await aPackageWithTracks(db, 1, { isActive: false });
    for (const id of [hidden.pack.id, 'x', '%00', '..%2f..'])
      expect((await ask(`/package/${id}/queue`, as.subscriber)).status).toBe(404);
  });
});

describe('GET /library/packages', () => {
  it('CAT-15, SRC-08: gives further stretches of a category and of the search', async () => {
    const category = await aCategory(db, { kind: 'programetes' });
    for (let at = 0; at < perStretch + 5; at++)
      await aPackage(db, { categoryId: category.id, orderIndex: at, title: `Saúde em dia ${at}` });
    await site.bus.publish('catalog');
    const read = async (query: string, who: keyof typeof as = 'subscriber') =>
      (await (await ask(`/library/packages?${query}`, as[who])).json()) as {
        cards: { title: string }[];
        packages?: number;
        total?: number;
      };
    const shelf = await read(`kind=programetes&c=${category.id}&offset=${perStretch + 2}`);
    expect([shelf.packages, shelf.cards.length, shelf.cards[0]!.title]).toEqual([
      perStretch + 5,
      5,
      `Saúde em dia ${perStretch}`,
    ]);
    expect((await read('kind=programetes&q=dia+6')).packages).toBe(11);
    const found = await read(`q=saude&offset=${perStretch}`, 'user');
    expect([found.total, found.cards.length]).toEqual([perStretch + 5, 5]);
  });

  it.each(['offset=-1', 'offset=x', 'offset=1e9', 'offset=1.5'])(
    'refuses %s with a sentence',
    async (query) => {
      const answer = await ask(`/library/packages?${query}`, as.subscriber);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: { code: 'invalid', message: 'Posição inválida na lista.' } },
      ]);
    },
  );

  it('SRC-15: neither fails on nor matches all of what is no word', async () => {
    await aPackage(db, { title: 'Qualquer' });
    for (const term of ['%', '_', '\\', "'", '"', '🎵🎵', '\u0000', 'a'.repeat(4000)]) {
      const answer = await ask(`/library/packages?q=${encodeURIComponent(term)}`, as.user);
      const { total } = (await answer.json()) as { total: number };
      expect([answer.status, term === '\u0000' || total === 0]).toEqual([200, true]);
    }
  });
});

describe('/functions/favorites', () => {
  it('FAV-02, FAV-03: saves once, whatever the clicks, and removes', async () => {
    const pack = await aPackage(db);
    const body = { package_id: pack.id };
    const clicks = await Promise.all(Array.from({ length: 20 }, () => call('POST', 'subscriber', body)));
    expect(clicks.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      ...Array(19).fill(200),
      201,
    ]);
    expect(await (await call('DELETE', 'subscriber', body)).json()).toEqual({ favorite: false });
    expect((await call('DELETE', 'subscriber', body)).status).toBe(200);
  });

  it('FAV-11, A-01: nobody changes what another has saved, whatever the body says', async () => {
    const { pack } = await aPackageWithTracks(db, 1);
    await call('POST', 'subscriber', { package_id: pack.id });
    const [row] = await db.select().from(favorites);
    await call('DELETE', 'other', { package_id: pack.id, user_id: row!.userId, id: row!.id });
    expect((await db.select().from(favorites)).map((one) => one.id)).toEqual([row!.id]);
    await call('POST', 'other', { package_id: pack.id, user_id: row!.userId });
    expect(new Set((await db.select().from(favorites)).map((one) => one.userId)).size).toBe(2);
  });

  it.each([
    ['{', 400],
    ['[]', 400],
    ['{}', 400],
    [{ package_id: 5 }, 400],
    [{ package_id: 'x'.repeat(100) }, 400],
    [{ package_id: "' or 1=1 --" }, 404],
    ['x'.repeat(100_000), 413],
  ])('refuses %j with a sentence', async (body, status) => {
    const answer = await call('POST', 'subscriber', body);
    const { error } = (await answer.json()) as { error: { message: string } };
    expect([answer.status, error.message.length > 5]).toEqual([status, true]);
  });
});

it('no call has failed unexpectedly', () => {
  expect(site.bugs).toEqual([]);
});
