import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import { generateCatalog } from '#features/catalog/demo/generate-catalog.server.ts';
import { firstOf } from '#platform/elements.ts';
import { readSettings } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { openApp } from '#server/app.ts';
import { loadDemoContent } from '#server/demo.ts';
import { makeSessions, secret } from '../bench/asking.ts';
import { type Figure, most, printFigures } from '../bench/report.ts';
import { freePort } from '../bench/site.ts';
import { build } from '../build.ts';
import { installPrograms } from '../install-programs.ts';
import { untilHealthy } from '../walk.ts';
import { countUndone, importFolders, openDrive, prepare } from './background.ts';
import { Balancer } from './balancer.ts';
import { browse, download, heartOf, listen, type Notes, type Person, type Shelves } from './people.ts';
import { startPostgres } from './postgres.ts';
import { Kept } from './processes.ts';

/**
 * `npm run soak -- --minutes 30 --crowd 1`: two web processes and a worker on the system's PostgreSQL and Swift, under load,
 * while one process after the other is killed and the database restarts twice. Exits with 1 when a figure misses its
 * bound (docs/operations.md).
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, crowd: { type: 'string', default: '1' } },
});
const minutes = Number(values.minutes);
if (!(minutes >= 1 && minutes <= 24 * 60)) throw new Error('--minutes must be from 1 to 1440');
const share = Number(values.crowd);
if (!(share > 0 && share <= 10)) throw new Error('--crowd must be from 0.1 to 10 times the usual one');

const sized = (people: number): number => Math.ceil(people * share);
const crowd = { browsing: sized(200), listening: sized(50), downloading: sized(10), preparing: sized(4) };
const catalogue = { packages: 300, tracks: 3000 };
/** Milliseconds between two kills, and between two measurements of memory. */
const beats = { kill: Math.min(60_000, (minutes * 60_000) / 6), memory: 2000 };
/** Milliseconds after a restart of the database in which the site may still answer 503. */
const recovery = 15_000;

/** Minutes from which on the growth of memory is judged. */
const longEnough = 10;

const total = minutes * 60_000;
installPrograms(['swift', 'postgres']);
// Looks for its programs when it is loaded.
const { s3Missing, startSwift } = await import('#tests/swift.ts');
if (s3Missing) throw new Error(s3Missing);
build(root);
const folder = mkdtempSync(join(tmpdir(), 'sonoteca-soak-'));
const postgres = await startPostgres();
const swift = await startSwift();
const drive = await openDrive();
const ports = [await freePort(), await freePort()];
const urls = ports.map((port) => `http://127.0.0.1:${port}`);
const settings = {
  ...swift.settings,
  ...drive.settings,
  DATABASE_URL: postgres.url,
  PUBLIC_URL: urls[0] ?? '',
  SESSION_SECRET: secret,
  ALLOW_SIMULATED_PAYMENTS: 'true',
  LOG_LEVEL: 'error',
};
const kept: Kept[] = [];
/** A process with a DATA_DIR of its own: it shares only the database and the bucket. */
function keep(name: string, role: string, more: Record<string, string>): Kept {
  const env = { ...settings, ...more, DATA_DIR: join(folder, name) };
  return new Kept(name, [`--roles=${role}`], env, join(folder, `${name}.log`));
}

/** Demo content with its sounds, a generated catalogue that shares them, and people with a session. */
async function fill(): Promise<{ people: Person[]; admin: Person; shelves: Shelves }> {
  const given = readSettings({
    ...settings,
    DATA_DIR: join(folder, 'fill'),
    DEMO_PASSWORD: 'senha-de-carga',
  });
  const { app, close } = await openApp(given, openLog('warn'));
  try {
    await loadDemoContent(app);
    await generateCatalog(app.db, catalogue);
    const column = async (query: ReturnType<typeof sql>) =>
      (await app.db.execute<{ id: string }>(query)).rows.map(({ id }) => id);
    const amount = Object.values(crowd).reduce((sum, part) => sum + part, 0);
    const [admin, ...people] = await makeSessions(app.db, { url: urls[0] ?? '' }, amount + 1);
    if (!admin) throw new Error('nobody to import');
    await app.db.update(profiles).set({ role: 'admin' }).where(eq(profiles.userId, admin.userId));
    return {
      people,
      admin,
      shelves: {
        packages: await column(sql`select p.id from packages p join categories c on c.id = p.category_id
          where p.is_active and c.kind = 'trilhas' order by p.id`),
        tracks: await column(sql`select t.id from tracks t join packages p on p.id = t.package_id
          where p.is_active and t.storage_key is not null order by t.id limit 1000`),
        categoryId: firstOf(
          await column(sql`select id from categories where kind = 'efeitos-sonoros' limit 1`),
        ),
        terms: ['samba', 'suspense calmo', 'trilha de natal', 'jornal', 'porta batendo', 'zzzz'],
      },
    };
  } finally {
    await close();
  }
}

async function soak({ people, admin, shelves }: Awaited<ReturnType<typeof fill>>): Promise<Figure[]> {
  const ending = new AbortController();
  const balancer = new Balancer(urls);
  const zips = { whole: 0, resumed: 0, damaged: [] };
  const notes: Notes = {
    acknowledged: new Map(),
    longestSilence: 0,
    pieces: 0,
    zips,
    ordered: [],
    imported: [],
  };
  const site = { balancer, shelves, notes, signal: ending.signal };
  const hashes = new Map<string, string>();
  const working = people.map((person, at) => {
    if (at < crowd.browsing) return browse(site, person, at);
    if (at < crowd.browsing + crowd.listening) return listen(site, person, at);
    if (at < people.length - crowd.preparing) return download(site, person, at, hashes);
    return prepare(site, person, at);
  });
  working.push(importFolders(site, admin, drive, join(root, 'demo/audio/efeito-corvo.mp3')));
  const memory: number[] = [];
  const measuring = setInterval(
    () => memory.push(kept.reduce((sum, one) => sum + one.memory, 0)),
    beats.memory,
  );
  await disturb(balancer);
  clearInterval(measuring);
  ending.abort();
  await Promise.all(working);
  const third = (at: number) =>
    meanOf(memory.slice((at * memory.length) / 3, ((at + 1) * memory.length) / 3));
  return figuresOf(balancer, notes, await countLeft(notes), third(2) / third(1));
}

const meanOf = (list: number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;

/** Kills one process after the other, and restarts the database after one and after two thirds of the time. */
async function disturb(balancer: Balancer): Promise<void> {
  const begun = performance.now();
  const restarts = [total / 3, (2 * total) / 3];
  for (let turn = 0; performance.now() - begun < total; turn++) {
    await pause(Math.min(beats.kill, total - (performance.now() - begun)));
    kept[turn % kept.length]?.kill();
    const due = restarts[0];
    if (due === undefined || performance.now() - begun < due) continue;
    restarts.shift();
    balancer.isDatabaseAway = true;
    await postgres.restart();
    setTimeout(() => {
      balancer.isDatabaseAway = false;
    }, recovery);
  }
  // What was killed last is ready again, so that nothing is asked of a site that is only half there.
  for (const url of urls) await untilHealthy(url);
}

interface Left {
  /** Hearts whose last acknowledged state is not that of the database. */
  hearts: number;
  /** Acknowledged deliveries and imports that did not come. */
  undone: string[];
}

async function countLeft(notes: Notes): Promise<Left> {
  const { db, stop } = await openDatabase({ DATA_DIR: folder, DATABASE_URL: postgres.url }, openLog('warn'));
  try {
    const stored = await storedHearts(db);
    const lost = [...notes.acknowledged].filter(([key, isOn]) => isOn !== null && stored.has(key) !== isOn);
    return { hearts: lost.length, undone: await countUndone(db, notes) };
  } finally {
    await stop();
  }
}

async function storedHearts(db: Database): Promise<Set<string>> {
  const { rows } = await db.execute<{ user: string; pack: string }>(
    sql`select user_id as user, package_id as pack from favorites where track_id = ''`,
  );
  return new Set(rows.map(({ user, pack }) => heartOf(user, pack)));
}

function figuresOf(balancer: Balancer, notes: Notes, left: Left, growth: number): Figure[] {
  const { faults, answers, retried } = balancer;
  const { acknowledged, longestSilence, pieces, zips } = notes;
  for (const fault of [...faults.answers, ...faults.unanswered, ...left.undone].slice(0, 20))
    console.error(`soak: ${fault}`);
  const known = [...acknowledged.values()].filter((isOn) => isOn !== null).length;
  const kills = kept.map(({ name, restarts }) => `${name} ${restarts}`).join(', ');
  return [
    most(
      'answers of 500 and more',
      faults.answers.length,
      'answers',
      0,
      `of ${answers}; started again: ${kills}`,
    ),
    most('requests without an answer', faults.unanswered.length, 'requests', 0, `${retried} were sent again`),
    most('acknowledged hearts that were lost', left.hearts, 'hearts', 0, `of ${known}`),
    most(
      'acknowledged deliveries and imports that did not come',
      left.undone.length,
      'orders',
      0,
      `of ${notes.ordered.length} deliveries and ${notes.imported.length} imports`,
    ),
    most('longest pause of a player', longestSilence / 1000, 's', 15, `${pieces} pieces of 64 KB`),
    most(
      'damaged ZIPs',
      zips.damaged.length,
      'ZIPs',
      0,
      `${zips.whole} whole, ${zips.resumed} times resumed`,
    ),
    // In a short run a third is few kills long, and says when they fell.
    ...(minutes >= longEnough
      ? [most('memory, last third ÷ second', growth, '×', 1.1, 'mean PSS of web ×2 and worker')]
      : []),
  ];
}

let holds = false;
try {
  const given = await fill();
  kept.push(
    ...ports.map((port, at) => keep(`web ${at + 1}`, 'web', { PORT: String(port) })),
    keep('worker', 'worker', {}),
  );
  for (const url of urls) await untilHealthy(url);
  holds = printFigures(await soak(given));
} finally {
  await Promise.all(kept.map((one) => one.stop()));
  await drive.close();
  await swift.remove();
  await postgres.remove();
  if (holds) rmSync(folder, { recursive: true, force: true });
  else console.error(`What the processes said: ${folder}`);
}
process.exit(holds ? 0 : 1);
