import { Agent } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { generateCatalog } from '#features/catalog/demo/generate-catalog.server.ts';
import { elementAt } from '#platform/elements.ts';
import { aFavorite } from '#tests/builders.ts';
import { seeded } from '#tests/seeded.ts';
import {
  type Answer,
  type Ask,
  ask,
  dataOf,
  documentOf,
  makeSessions,
  openSiteDatabase,
  secret,
  textOf,
} from './asking.ts';
import { type CatalogueSize, sizeOf } from './content.ts';
import { memoryOfSite, processorTime, type Used } from './process.ts';
import { type Figure, least, most, percentile } from './report.ts';
import { forgetSite, type Site, startSite } from './site.ts';

const people = 300;
/** Unless another size is given, and the answers a second that are the bound: of a hundred thousand packages fewer. */
const usual = { packages: 10_000, tracks: 100_000 };
const bounds = { usual: 1_500, large: 600 };
const heartsEach = 20;
/** Answers (caches, JIT) and seconds at most before the measurement, and the seconds that count. */
const warmUp = { answers: 8000, seconds: 60 };
const counted = 20;

/** Share of documents among pages: most are reached by a click, which asks for data. */
const documents = 0.15;

/** Share of each kind of step in percent. */
const shares = { library: 15, category: 20, search: 20, package: 25, favorites: 8, audio: 10, account: 2 };
type Step = keyof typeof shares;

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
export async function benchMixed(root: string, given: CatalogueSize): Promise<Figure[]> {
  const catalogue = sizeOf(given) ?? usual;
  const bound = catalogue.packages > usual.packages ? bounds.large : bounds.usual;
  const how = `${people} sessions, ${catalogue.packages} packages, ${catalogue.tracks} tracks`;
  const site = await startSite(root, undefined, { SESSION_SECRET: secret });
  const { db, stop } = await openSiteDatabase(site);
  try {
    const world = await makeWorld(db, site, catalogue);
    const narrow = await walkAll(site, world, 16);
    const wide = await walkAll(site, world, 64);
    const { search = [] } = narrow.steps;
    for (const [name, times] of Object.entries(narrow.steps))
      console.log(
        `mixed, 16 at once, ${name}: ${times.length} answers, ${medianOf(times)}, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
      );
    for (const { atOnce, used } of [narrow, wide])
      console.log(
        `mixed, ${atOnce} at once, processor time of an answer: site ${used.site.toFixed(2)} ms, PostgreSQL ${used.postgres.toFixed(2)} ms, load generator ${used.own.toFixed(2)} ms`,
      );
    return [
      rate('mixed load, 16 at once', narrow, bound, how),
      most('mixed load, 16 at once: p99', percentile(narrow.times, 0.99), 'ms', 60, medianOf(narrow.times)),
      most('a search meanwhile: p95', percentile(search, 0.95), 'ms', 100, medianOf(search)),
      rate('mixed load, 64 at once', wide, bound, how),
      most('mixed load: errors', narrow.errors + wide.errors, 'answers', 0, 'neither 2xx, 304 nor 206'),
      most('memory after the mixed load', memoryOfSite(site), 'MB', 300, 'PSS of Node and PostgreSQL'),
    ];
  } finally {
    await stop();
    await site.stop();
    forgetSite(site);
  }
}

const rate = (name: string, { times }: Walked, bound: number, how: string): Figure =>
  least(name, times.length / counted, 'answers/s', bound, how);

const medianOf = (times: number[]): string => `median ${percentile(times, 0.5).toFixed(1)} ms`;

async function makeWorld(db: Database, site: Site, catalogue: typeof usual): Promise<World> {
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
  const sessions = await makeSessions(db, site, people);
  for (const [at, { userId }] of sessions.entries())
    for (let heart = 0; heart < heartsEach; heart++)
      await aFavorite(db, {
        userId,
        packageId: elementAt(packages, (at * 31 + heart * 97) % packages.length),
      });
  await db.execute(sql`vacuum analyze`);
  const cookies = sessions.map(({ cookie }) => cookie);
  return { cookies, packages, tracks, terms: [...easyTerms, ...hardTerms] };
}

interface Walked {
  atOnce: number;
  times: number[];
  steps: Partial<Record<Step, number[]>>;
  errors: number;
  /** Milliseconds of processor time for each answer. */
  used: Used;
}

/** Runs `atOnce` walks in parallel; each continues with the next person after some steps. */
async function walkAll(site: Site, world: World, atOnce: number): Promise<Walked> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const walked = { atOnce, times: [] as number[], steps: {} as Walked['steps'], errors: 0 };
  const begun = performance.now();
  let cold = warmUp.answers;
  let end = Number.POSITIVE_INFINITY;
  let before: Used | null = null;
  const isCounted = () => {
    cold -= 1;
    if (cold > 0 && performance.now() - begun < warmUp.seconds * 1000) return false;
    if (before) return performance.now() < end;
    before = processorTime(site);
    end = performance.now() + counted * 1000;
    return true;
  };
  const note = (step: Step, answer: Answer) => {
    const { status, milliseconds } = answer;
    if (!isCounted()) return;
    const isError = !(status < 300 || status === 304);
    if (isError && walked.errors++ < 5)
      console.error(`${step} answered ${status}: ${textOf(answer).slice(0, 200)}`);
    walked.times.push(milliseconds);
    walked.steps[step] ??= [];
    walked.steps[step].push(milliseconds);
  };
  let person = 0;
  const walk = async () => {
    while (performance.now() < end) {
      const me = person++ % people;
      const random = seeded(me + 1 + Math.floor(person / people) * 1000);
      for (let taken = 0; taken < 12 && performance.now() < end; taken++) {
        const step = chooseStep(random());
        for await (const answer of take(site, agent, world, me, step, random)) note(step, answer);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
  agent.destroy();
  const after = processorTime(site);
  const each = (name: keyof Used) => (after[name] - (before?.[name] ?? 0)) / walked.times.length;
  return { ...walked, used: { site: each('site'), postgres: each('postgres'), own: each('own') } };
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
  const page = (path: string, route: string | null, query = ''): Ask =>
    random() < documents ? documentOf(path + query) : dataOf(path, route, query);
  const kind = pick(['trilhas', 'efeitos-sonoros', 'pacotes-vinhetas']);
  if (step === 'library') yield await send(page('/library', 'library'));
  else if (step === 'package') yield await send(page(`/package/${pick(world.packages)}`, 'package'));
  else if (step === 'search')
    yield await send(page('/search', 'search', `?q=${encodeURIComponent(pick(world.terms))}`));
  else if (step === 'account')
    yield await send(page(pick(['/profile', '/dashboard', '/minhas-gravacoes']), null));
  else if (step === 'category') {
    if (random() < 0.5) yield await send(page(`/category/${kind}`, 'category'));
    else
      yield await send({ path: `/library/packages?kind=${kind}&offset=${60 * Math.floor(random() * 20)}` });
  } else if (step === 'favorites') {
    if (random() < 0.5) yield await send(page('/favorites', 'favorites'));
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

function chooseStep(number: number): Step {
  let left = number * 100;
  for (const [step, share] of Object.entries(shares)) {
    left -= share;
    if (left < 0) return step as Step;
  }
  return 'library';
}
