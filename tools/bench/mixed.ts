import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/open.server.ts';
import { sessions } from '#db/schema/accounts.ts';
import { openSessionCookie } from '#features/accounts/signed-cookie.ts';
import { generateCatalog } from '#features/catalog/demo/generate-catalog.server.ts';
import { elementAt } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';
import { openLog } from '#platform/log.server.ts';
import { aFavorite, aSubscriber } from '#tests/builders.ts';
import { type Figure, least, most, percentile } from './report.ts';
import { forgetSite, type Site, startSite } from './site.ts';

const secret = 'segredo-do-banco-de-medida-com-32-letras';
const people = 300;
const catalogue = { packages: 10_000, tracks: 100_000 };
const heartsEach = 20;
/** Seconds of warm-up (caches, JIT) and of measurement. */
const seconds = { warm: 8, counted: 20 };

/** Share of each kind of step in percent. */
const shares = { library: 15, category: 20, search: 20, package: 25, favorites: 8, audio: 10, account: 2 };
type Step = keyof typeof shares;

interface Ask {
  method?: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}
interface Answer {
  status: number;
  body: Buffer;
  isZipped: boolean;
  milliseconds: number;
}

/** Expensive searches: several fields, a misspelling, no result (SRC-13). */
const hardTerms = ['NATAL programa', 'nataal', 'zzzz', 'rádio 9999 natal'];

/** What walks choose from. */
interface World {
  cookies: string[];
  packages: string[];
  tracks: string[];
  terms: string[];
}

/** Subscribers who walk through a large catalogue, each with a seed: responses differ, so caches help little. */
export async function benchMixed(root: string): Promise<Figure[]> {
  const site = await startSite(root, undefined, { SESSION_SECRET: secret });
  const { db, stop } = await openDatabase(
    { DATA_DIR: site.dataDir, DATABASE_URL: undefined },
    openLog('warn'),
  );
  try {
    const world = await makeWorld(db, site);
    const narrow = await walkAll(site, world, 16);
    const wide = await walkAll(site, world, 64);
    const { search = [] } = narrow.steps;
    for (const [name, times] of Object.entries(narrow.steps))
      console.log(
        `mixed, 16 at once, ${name}: ${times.length} answers, ${medianOf(times)}, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
      );
    return [
      rate('mixed load, 16 at once', narrow, 1_500),
      most('mixed load, 16 at once: p99', percentile(narrow.times, 0.99), 'ms', 60, medianOf(narrow.times)),
      most('a search meanwhile: p95', percentile(search, 0.95), 'ms', 100, medianOf(search)),
      rate('mixed load, 64 at once', wide, 1_500),
      most('mixed load: errors', narrow.errors + wide.errors, 'answers', 0, 'neither 2xx, 304 nor 206'),
    ];
  } finally {
    await stop();
    await site.stop();
    forgetSite(site);
  }
}

function rate(name: string, { times }: Walked, bound: number): Figure {
  const how = `${people} sessions, ${catalogue.packages} packages, ${catalogue.tracks} tracks`;
  return least(name, times.length / seconds.counted, 'answers/s', bound, how);
}

const medianOf = (times: number[]): string => `median ${percentile(times, 0.5).toFixed(1)} ms`;

async function makeWorld(db: Database, site: Site): Promise<World> {
  await generateCatalog(db, catalogue);
  const column = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id);
  const packages = await column(sql`select id from packages where is_active order by id`);
  const tracks = await column(
    sql`select t.id from tracks t join packages p on p.id = t.package_id where p.is_active order by t.id limit 20000`,
  );
  const titles = await column(sql`select distinct title as id from packages order by 1`);
  const words = [...new Set(titles.flatMap((title) => title.split(' ')))].filter((word) => word.length > 1);
  const easyTerms = Array.from({ length: 500 - hardTerms.length }, (_, at) =>
    at % 3 === 0
      ? elementAt(words, at % words.length)
      : elementAt(titles, (at * 37) % titles.length).slice(0, 14 + (at % 6)),
  );
  const cookies = openSessionCookie({ secret, publicUrl: site.url, seconds: 86_400 });
  const made: string[] = [];
  for (let at = 0; at < people; at++) {
    const { userId } = await aSubscriber(db);
    const token = newId();
    await db
      .insert(sessions)
      .values({ id: newId(), token, userId, expiresAt: new Date(Date.now() + 86_400_000) });
    made.push(cookies.write(token).replace(/;.*/s, ''));
    for (let heart = 0; heart < heartsEach; heart++)
      await aFavorite(db, {
        userId,
        packageId: elementAt(packages, (at * 31 + heart * 97) % packages.length),
      });
  }
  await db.execute(sql`vacuum analyze`);
  return { cookies: made, packages, tracks, terms: [...easyTerms, ...hardTerms] };
}

interface Walked {
  times: number[];
  steps: Partial<Record<Step, number[]>>;
  errors: number;
}

/** Runs `atOnce` walks in parallel; each continues with the next person after some steps. */
async function walkAll(site: Site, world: World, atOnce: number): Promise<Walked> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const walked: Walked = { times: [], steps: {}, errors: 0 };
  const begun = performance.now();
  const countFrom = begun + seconds.warm * 1000;
  const end = countFrom + seconds.counted * 1000;
  let person = 0;
  const walk = async () => {
    while (performance.now() < end) {
      const me = person++ % people;
      const random = seeded(me + 1 + Math.floor(person / people) * 1000);
      for (let taken = 0; taken < 12 && performance.now() < end; taken++) {
        const step = chooseStep(random());
        for await (const answer of take(site, agent, world, me, step, random)) {
          const { status, milliseconds } = answer;
          if (performance.now() < countFrom) continue;
          const isError = !(status < 300 || status === 304);
          if (isError && walked.errors++ < 5)
            console.error(`${step} answered ${status}: ${textOf(answer).slice(0, 200)}`);
          walked.times.push(milliseconds);
          walked.steps[step] ??= [];
          walked.steps[step].push(milliseconds);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
  agent.destroy();
  return walked;
}

/** The requests of one step as a browser sends them: mostly data, sometimes the whole document. */
async function* take(
  site: Site,
  agent: Agent,
  world: World,
  me: number,
  step: Step,
  random: () => number,
): AsyncGenerator<Answer> {
  const cookie = elementAt(world.cookies, me);
  const send = (question: Ask) => ask(site, agent, cookie, question);
  const pick = <T>(list: readonly T[]): T => elementAt(list, Math.floor(random() * list.length));
  const page = (path: string, query = ''): Ask =>
    random() < 0.15
      ? { path: path + query, headers: { Accept: 'text/html' } }
      : { path: `${path}.data${query}` };
  const kind = pick(['trilhas', 'efeitos-sonoros', 'pacotes-vinhetas']);
  if (step === 'library') yield await send(page('/library'));
  else if (step === 'package') yield await send(page(`/package/${pick(world.packages)}`));
  else if (step === 'search')
    yield await send(page('/search', `?q=${encodeURIComponent(pick(world.terms))}`));
  else if (step === 'account') yield await send(page(pick(['/profile', '/dashboard', '/minhas-gravacoes'])));
  else if (step === 'category') {
    if (random() < 0.5) yield await send(page(`/category/${kind}`));
    else
      yield await send({ path: `/library/packages?kind=${kind}&offset=${60 * Math.floor(random() * 20)}` });
  } else if (step === 'favorites') {
    if (random() < 0.5) yield await send(page('/favorites'));
    else {
      const body = { type: 'package', package_id: pick(world.packages) };
      yield await send({ method: 'POST', path: '/functions/favorites', body });
      yield await send({ method: 'DELETE', path: '/functions/favorites', body });
    }
  } else {
    const answer = await send({
      method: 'POST',
      path: '/functions/audio-proxy',
      body: { trackId: pick(world.tracks) },
    });
    yield answer;
    const { url } = JSON.parse(textOf(answer)) as { url: string };
    const { pathname, search } = new URL(url, site.url);
    yield await send({ path: pathname + search, headers: { Range: 'bytes=0-65535' } });
  }
}

const textOf = ({ body, isZipped }: Answer): string => (isZipped ? gunzipSync(body) : body).toString('utf8');

function chooseStep(number: number): Step {
  let left = number * 100;
  for (const [step, share] of Object.entries(shares)) {
    left -= share;
    if (left < 0) return step as Step;
  }
  return 'library';
}

/** A seeded random generator, 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function ask(
  site: Site,
  agent: Agent,
  cookie: string,
  { method = 'GET', path, body, headers }: Ask,
): Promise<Answer> {
  const begun = performance.now();
  const text = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      site.url + path,
      {
        method,
        agent,
        headers: {
          Cookie: cookie,
          'Accept-Encoding': 'gzip',
          ...(text
            ? {
                'Content-Type': 'application/json',
                'Content-Length': Buffer.byteLength(text),
                Origin: site.url,
              }
            : {}),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(parts),
            isZipped: answer.headers['content-encoding'] === 'gzip',
            milliseconds: performance.now() - begun,
          }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
