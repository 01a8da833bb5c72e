import { RouterContextProvider } from 'react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { categories, packages } from '#db/schema/catalog.ts';
import { addFavorite } from '#features/favorites/change-favorites.server.ts';
import type { PlanType } from '#features/plans/plans.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { aCategory, anAdmin, aPackage, aPackageWithTracks, aSubscriber, aUser } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';
import { loader as category } from './category.tsx';
import { loader as categoryAll } from './category-all.tsx';
import { loader as favorites } from './favorites.tsx';
import { loader as library } from './library.tsx';
import { loader as pack } from './package.tsx';
import { loader as search } from './search.tsx';

const site = await testSite();
const { app, db } = site;

const loaders = { library, category, categoryAll, search, pack, favorites };
type Page = keyof typeof loaders;

interface Answer {
  status: number;
  location: string | null;
  cacheControl: string | null;
  data: Record<string, unknown>;
  text: string;
}

async function load(
  page: Page,
  path: string,
  cookie: string | null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const url = new URL(path, 'http://site.test');
  const request = new Request(url, {
    headers: cookie ? { Cookie: cookie, ...headers } : headers,
  });
  const context = new RouterContextProvider();
  context.set(appContext, app);
  context.set(viewerContext, () => app.viewers.read(request));
  const [, , name] = url.pathname.split('/');
  const args = { request, url, context, params: { slug: name, id: name } };
  const read = loaders[page] as unknown as (args: object) => Promise<unknown>;
  const answer = await read(args).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) {
    const location = answer.headers.get('location');
    return { status: answer.status, location, cacheControl: null, data: {}, text: '' };
  }
  const { data, init } = answer as { data: Record<string, unknown>; init: ResponseInit | null };
  return {
    status: init?.status ?? 200,
    location: null,
    cacheControl: new Headers(init?.headers).get('cache-control'),
    data,
    text: JSON.stringify(data),
  };
}

const cookies = { subscriber: '', user: '', admin: '' };
let subscriber: Subscriber;
let shown: { id: string };

beforeAll(async () => {
  subscriber = await aSubscriber(db);
  cookies.subscriber = await site.signIn(subscriber);
  cookies.user = await site.signIn(await aUser(db));
  cookies.admin = await site.signIn(await anAdmin(db));
  const made = await aPackageWithTracks(db, 2, { title: 'Segredo da casa', kind: 'trilhas' });
  shown = made.pack;
  await aCategory(db, { kind: 'efeitos-sonoros' });
  await site.bus.publish('catalog');
});

const pages = (): [Page, string][] => [
  ['library', '/library'],
  ['category', '/category/trilhas?q=x'],
  ['categoryAll', '/category/trilhas/all'],
  ['pack', `/package/${shown.id}?track=1`],
  ['favorites', '/favorites'],
];

describe('who sees a page of the library', () => {
  it('LIB-02, CAT-18, PKG-01, FAV-04: without a plan 403, and not a word of the catalogue', async () => {
    for (const [page, path] of pages()) {
      const { status, data, cacheControl } = await load(page, path, cookies.user);
      expect([status, data, cacheControl]).toEqual([
        403,
        { denied: true, payment: null },
        'private, no-store',
      ]);
    }
  });

  it('LIB-07, A-06: a plan that has ended opens nothing, a pending payment is told', async () => {
    const expiresAt = new Date(site.clock.now().getTime() - 1);
    const ended = await aSubscriber(db, {}, { expiresAt, paymentPending: true });
    const { status, data } = await load('library', '/library', await site.signIn(ended));
    expect([status, data]).toEqual([403, { denied: true, payment: 'pending' }]);
  });

  it.each(['monthly', 'semester', 'annual', 'lifetime'] satisfies PlanType[])(
    'LIB-06, A-05: the plan %s opens it',
    async (planType) => {
      const cookie = await site.signIn(await aSubscriber(db, {}, { planType }));
      for (const [page, path] of pages()) expect((await load(page, path, cookie)).status).toBe(200);
    },
  );

  it('LIB-05: administrators are told apart', async () => {
    expect((await load('library', '/library', cookies.admin)).data).toMatchObject({ isAdmin: true });
    expect((await load('library', '/library', cookies.subscriber)).data).toMatchObject({ isAdmin: false });
  });
});

describe('addresses', () => {
  it.each([
    ['category', '/category/jingles', '/category/pacotes-vinhetas'],
    ['category', '/category/jingles?q=a%26b', '/category/pacotes-vinhetas?q=a%26b'],
    ['categoryAll', '/category/jingles/all?c=1', '/category/pacotes-vinhetas/all?c=1'],
  ] as const)('CAT-02, A-02: %s %s leads to the canonical address', async (page, path, target) => {
    expect(await load(page, path, cookies.subscriber)).toMatchObject({ status: 301, location: target });
  });

  it('CAT-04, A-07: unknown slugs, and programetes while there are none, are not found', async () => {
    for (const slug of ['xyz', 'programetes', 'TRILHAS', '__proto__']) {
      for (const page of ['category', 'categoryAll'] as const) {
        const path = `/category/${slug}${page === 'categoryAll' ? '/all' : ''}`;
        const { status, data } = await load(page, path, cookies.subscriber);
        expect([status, data.kind]).toEqual([404, null]);
      }
    }
    expect((await load('categoryAll', '/category/trilhas/all?c=x', cookies.subscriber)).status).toBe(404);
  });

  it('PKG-02: missing, malformed and inactive packages are not found', async () => {
    const hidden = await aPackage(db, { isActive: false, title: 'Oculto' });
    for (const id of ['0'.repeat(26), 'x', '%00', hidden.id]) {
      const answer = await load('pack', `/package/${id}`, cookies.subscriber);
      expect([answer.status, answer.text]).toEqual([404, '{"message":"Pacote não encontrado"}']);
    }
  });

  it('PKG-13: a track that is not there changes nothing', async () => {
    const answer = await load('pack', `/package/${shown.id}?track=nada`, cookies.subscriber);
    expect([answer.status, (answer.data.tracks as unknown[]).length]).toEqual([200, 2]);
  });

  it('fetched ahead, a page is good for the click; else it is never kept', async () => {
    const ahead = { 'Sec-Purpose': 'prefetch' };
    const path = `/package/${shown.id}`;
    expect((await load('pack', path, cookies.subscriber, ahead)).cacheControl).toBe('private, max-age=10');
    expect((await load('pack', path, cookies.subscriber)).cacheControl).toBe('private, no-store');
  });
});

describe('what a page holds', () => {
  it('A-04, PKG-18: nothing of Drive, no key of a file', async () => {
    await db.update(packages).set({ googleDriveUrl: 'https://drive.google.com/drive/folders/abc' });
    await site.bus.publish('catalog');
    for (const [page, path] of [...pages(), ['search', '/search'] as [Page, string]]) {
      const { status, text } = await load(page, path, cookies.subscriber);
      expect([status, /drive|storage_?key|audio\//i.test(text)]).toEqual([200, false]);
    }
  });

  it('SRC-01: the search tells a visitor where to sign in, and nothing more', async () => {
    const { status, data } = await load('search', '/search?q=segredo', null);
    expect([status, data]).toEqual([200, { closed: true, signIn: '/auth?next=%2Fsearch%3Fq%3Dsegredo' }]);
  });

  it('SRC-03, SRC-14, A-10: without a plan the search gives cards, and nothing that sounds', async () => {
    const { data, text } = await load('search', '/search?q=segredo', cookies.user);
    expect(data).toMatchObject({ entitled: false, term: 'segredo', available: 1, found: { total: 1 } });
    expect(text).not.toMatch(/stream|download|drive|peaks|audio/i);
  });

  it('CAT-05: a kind without an active category has no sections', async () => {
    await db.update(categories).set({ isActive: false });
    await site.bus.publish('catalog');
    expect((await load('category', '/category/trilhas', cookies.subscriber)).data.sections).toEqual([]);
    expect((await load('categoryAll', '/category/trilhas/all', cookies.subscriber)).data.isEmpty).toBe(true);
    await db.update(categories).set({ isActive: true });
    await site.bus.publish('catalog');
  });

  it('PKG-04: a saved package and track come with the page', async () => {
    await addFavorite(app, subscriber, { packageId: shown.id, trackId: null });
    const { data } = await load('pack', `/package/${shown.id}`, cookies.subscriber);
    type Hearted = { id: string; isSaved?: boolean };
    const { pack, tracks } = data as { pack: Hearted; tracks: Hearted[] };
    expect(pack.isSaved).toBe(true);
    expect(tracks.filter(({ isSaved }) => isSaved)).toEqual([]);
    const list = await load('categoryAll', '/category/trilhas/all', cookies.subscriber);
    const { cards } = list.data.page as { cards: Hearted[] };
    expect(cards.filter(({ isSaved }) => isSaved).map(({ id }) => id)).toEqual([shown.id]);
  });

  it('LIB-09: tiles carry the pictures that were set', async () => {
    const { data } = await load('library', '/library', cookies.subscriber);
    const tiles = data.tiles as { name: string; imageUrl: string | null }[];
    expect(tiles.map((tile) => [tile.name, tile.imageUrl])).toEqual([
      ['Efeitos Sonoros', null],
      ['Pacotes de Vinhetas', null],
      ['Trilhas', null],
    ]);
  });
});

it('no page has failed unexpectedly', () => {
  expect(site.bugs).toEqual([]);
});
