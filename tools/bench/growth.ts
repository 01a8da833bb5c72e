import { packages } from '#db/schema/catalog.ts';
import { keepRevenue } from '#features/subscriptions/keep-revenue.server.ts';
import { systemClock } from '#platform/clock.ts';
import { elementAt } from '#platform/elements.ts';
import { openSiteDatabase } from './asking.ts';
import { addGenerated, type CatalogueSize, sizeOf } from './content.ts';
import { type Figure, most, percentile } from './report.ts';
import { forgetSite, type Site, signIn, startSite } from './site.ts';

const usual = { packages: 10_000, tracks: 100_000 };
/** Times that each page is asked for, one after another, after the first, which fills caches. */
const times = 20;

const listeners = [
  '/library',
  '/category/trilhas',
  '/category/trilhas/all',
  '/favorites',
  '/dashboard',
  '/profile',
  '/meus-downloads',
  '/minhas-gravacoes',
  '/projetos',
];
const storage = '/admin/storage';
const searched = ['/admin/manage-packages?q=', '/admin/manage-users?q=', '/admin/certificados?q='];

/** Names, parts of addresses, and what nobody is called. */
const words = ['Gerada 77', 'radio9', 'natal', 'zzzz', 'gerada.exemplo', 'Rádio', '12', 'trilha 4'].map(
  encodeURIComponent,
);

/**
 * Every page on a large site, by HTTP: of a listener with 5,000 hearts, of the administrators, the second and third page
 * of their lists, and their searches. Of each group the page with the highest p95 counts.
 */
export async function benchGrowth(root: string, given: CatalogueSize): Promise<Figure[]> {
  const size = sizeOf(given) ?? usual;
  const site = await startSite(root);
  try {
    addGenerated(root, site, size);
    const { db, stop } = await openSiteDatabase(site);
    const ids = (await db.select({ id: packages.id }).from(packages).limit(times)).map(({ id }) => id);
    // The worker does so every ten minutes.
    await keepRevenue({ db, clock: systemClock });
    await stop();
    const listener = await signIn(site);
    const admin = await signIn(site, 'admin@sonoteca.local');
    const pages = await adminPages(site, admin);
    const slowest = async (name: string, bound: number, cookie: string, addresses: string[][]) => {
      let worst = { page: '', p95: 0 };
      for (const asked of addresses) {
        const [page = ''] = asked;
        const p95 = await timeOf(site, cookie, asked);
        console.log(`growth, ${page}: p95 ${p95.toFixed(1)} ms`);
        if (p95 > worst.p95) worst = { page, p95 };
      }
      const among = `${size.packages} packages, ${size.tracks} tracks, ${addresses.length} pages`;
      return most(name, worst.p95, 'ms', bound, `${among}; slowest ${worst.page}`);
    };
    const one = (address: string) => [address];
    const stretches = Array.from(
      { length: times },
      (_, at) => `/library/packages?kind=trilhas&offset=${60 * at}`,
    );
    return [
      await slowest("listeners' pages and lists, p95", 150, listener, [
        ...listeners.map(one),
        ids.map((id) => `/package/${id}`),
        stretches,
      ]),
      await slowest(
        "administrators' pages and lists, p95",
        150,
        admin,
        pages.filter((page) => page !== storage).map(one),
      ),
      await slowest(
        "administrators' searches, p95",
        250,
        admin,
        searched.map((page) => words.map((q) => page + q)),
      ),
      await slowest('storage page, p95', 500, admin, [one(storage)]),
    ];
  } finally {
    await site.stop();
    forgetSite(site);
  }
}

/** The pages of the administrators' rail, and the next two pages of each list. */
async function adminPages(site: Site, cookie: string): Promise<string[]> {
  const rail = await read(site, cookie, '/admin');
  const found = Array.from(rail.matchAll(/href="(\/admin[^"?#]*)"/g), ([, path = '']) => path);
  const pages = [...new Set(found)];
  for (const page of new Set(found)) {
    let next: string | undefined = page;
    for (let turned = 0; turned < 2 && next; turned++) {
      next = await nextPage(site, cookie, next);
      if (next) pages.push(next);
    }
  }
  return pages;
}

/** A list's files, and the windows that open over it, have its place in their addresses too. */
async function nextPage(site: Site, cookie: string, page: string): Promise<string | undefined> {
  const links = (await read(site, cookie, page)).matchAll(/href="([^"]*[?;]depois=[^"]*)"/g);
  return Array.from(links, ([, link = '']) => link.replaceAll('&amp;', '&')).find(
    (link) => !/\.(csv|xlsx)\?|editar=/.test(link),
  );
}

/** The p95 in milliseconds of asking for these in turn. */
async function timeOf(site: Site, cookie: string, addresses: string[]): Promise<number> {
  const samples: number[] = [];
  for (let at = 0; at <= times; at++) {
    const begun = performance.now();
    await read(site, cookie, elementAt(addresses, at % addresses.length));
    if (at > 0) samples.push(performance.now() - begun);
  }
  return percentile(samples, 0.95);
}

async function read(site: Site, cookie: string, address: string): Promise<string> {
  const response = await fetch(new URL(address, site.url), { headers: { Cookie: cookie } });
  if (!response.ok)
    throw new Error(`${address} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return response.text();
}
