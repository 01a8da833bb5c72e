import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { users } from '#db/schema/accounts.ts';
import { stations } from '#db/schema/licences.ts';
import { analysisLevels } from '#features/media/audio/model.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { aPackage, aTrack } from '#tests/builders.ts';
import { openSiteDatabase } from './asking.ts';
import { browse } from './import.ts';
import { type Figure, most, percentile } from './report.ts';
import { forgetSite, type Site, signIn, startSite } from './site.ts';

const amount = 100;
const seconds = 30;
/** Seconds until a delivery counts as failed. */
const patience = 900;
/** Requests of the browsing listener before anything is made. */
const quiet = 150;

const recipe = {
  format: 'wav',
  lufs: -16,
  trim: true,
  lengthS: null,
  names: '{ordem} {titulo}',
  tags: true,
  lists: ['lst', 'm3u8', 'pls', 'csv'],
  folder: 'C:\\Radio',
};

/** Prepares 100 tracks of half a minute as levelled WAVs while a subscriber keeps opening /library, then again, and for another station name. */
export async function benchDelivery(root: string): Promise<Figure[]> {
  const site = await startSite(root);
  try {
    const packageId = await storeTracks(root, site);
    const cookie = await signIn(site);
    const idle = await browse(site, cookie, async (count) => count < quiet);
    const begun = performance.now();
    const isReady = follow(site, cookie, await order(site, cookie, packageId), begun);
    let asked = 0;
    let address: string | null = null;
    const busy = await browse(site, cookie, async () => {
      if (performance.now() - asked < 500) return address === null;
      asked = performance.now();
      address = await isReady();
      return address === null;
    });
    const first = (performance.now() - begun) / 1000;
    const again = await untilFirstByte(site, cookie, packageId);
    await nameStation(site);
    const renamed = await untilFirstByte(site, cookie, packageId);
    const how = `${amount} tracks of ${seconds} s to WAV at ${recipe.lufs} LUFS, four lists`;
    const [before, meanwhile] = [percentile(idle, 0.95), percentile(busy, 0.95)];
    return [
      most('delivery, first time', first, 's', 90, `${how}, from the order until it is ready`),
      most(
        'delivery, second time',
        again.whole,
        's',
        2,
        `from the order to the first byte; ${again.ready.toFixed(2)} s until it is ready`,
      ),
      most(
        'delivery, for another station name',
        renamed.whole,
        's',
        2,
        `with a licence and tags of its own; ${renamed.ready.toFixed(2)} s until it is ready`,
      ),
      most(
        '/library while preparing, p95 ÷ p95 before',
        meanwhile / before,
        '×',
        2,
        `${before.toFixed(1)} ms → ${meanwhile.toFixed(1)} ms; ${idle.length} requests before and ${busy.length} meanwhile`,
      ),
    ];
  } finally {
    await site.stop();
    forgetSite(site);
  }
}

/** Gives the subscriber's station another name: what is ordered then has other tags and a licence of its own. */
async function nameStation(site: Site): Promise<void> {
  const { db, stop } = await openSiteDatabase(site);
  try {
    await db.execute(sql`insert into ${stations} (user_id, name)
      select id, 'Outra Rádio' from ${users} where email = 'assinante@sonoteca.local'`);
  } finally {
    await stop();
  }
}

/** A package of different stretches of the demo trilhas. @returns its id */
async function storeTracks(root: string, site: Site): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-stretches-'));
  const { db, stop } = await openSiteDatabase(site);
  try {
    const { id: packageId } = await aPackage(db, { kind: 'trilhas', title: 'Cem trechos' });
    const storage = await openDiskStorage({ DATA_DIR: site.dataDir });
    for (const [orderIndex, bytes] of cutStretches(root, folder).entries()) {
      const contentHash = createHash('sha256').update(bytes).digest('hex');
      const storageKey = `audio/${contentHash.slice(0, 2)}/${contentHash}.mp3`;
      await storage.put(storageKey, bytes, { mime: 'audio/mpeg' });
      const facts = { size: bytes.length, durationMs: seconds * 1000, analysis: analysisLevels.whole };
      await aTrack(db, { packageId, orderIndex, contentHash, storageKey, ...facts });
    }
    return packageId;
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
}

/** The demo trilhas one after the other, cut anew every few seconds. */
function cutStretches(root: string, folder: string): Buffer[] {
  const audio = join(root, 'demo/audio');
  const songs = readdirSync(audio).filter((name) => name.startsWith('trilha-'));
  const list = join(folder, 'songs.txt');
  // Repeated, so that the last stretch is as long as the first.
  const lines = [...songs, ...songs].map((name) => `file '${join(audio, name)}'\n`);
  writeFileSync(list, lines.join(''));
  return Array.from({ length: amount }, (_, at) => {
    const path = join(folder, `${at}.mp3`);
    const source = ['-v', 'error', '-f', 'concat', '-safe', '0', '-i', list];
    // After the input: a list of files cannot be sought in, and would be cut only at its end.
    const stretch = ['-ss', String(at * 4), '-t', String(seconds)];
    const run = spawnSync('ffmpeg', [...source, ...stretch, '-c', 'copy', path], { encoding: 'utf8' });
    if (run.error) throw new Error('ffmpeg was not found (Debian package ffmpeg)');
    if (run.status !== 0) throw new Error(run.stderr);
    return readFileSync(path);
  });
}

async function order(site: Site, cookie: string, packageId: string): Promise<string> {
  const answer = await fetch(`${site.url}/functions/deliveries`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: site.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ packageId, recipe }),
  });
  const { id } = (await answer.json()) as { id?: string };
  if (!id) throw new Error(`the order answered ${answer.status}`);
  return id;
}

/** Asks how far a delivery is: the address of its ZIP, or null. */
const follow =
  (site: Site, cookie: string, id: string, begun: number) => async (): Promise<string | null> => {
    const answer = await fetch(`${site.url}/functions/deliveries/${id}`, { headers: { Cookie: cookie } });
    const { status, done, url } = (await answer.json()) as {
      status: string;
      done: number;
      url: string | null;
    };
    if (status === 'failed' || (url && done < amount))
      throw new Error(`only ${done} of ${amount} were prepared`);
    if (performance.now() - begun > patience * 1000) throw new Error('the delivery did not end');
    return url;
  };

/** Seconds from another order of the same until it is ready, and to the first byte of its ZIP. */
async function untilFirstByte(
  site: Site,
  cookie: string,
  packageId: string,
): Promise<{ ready: number; whole: number }> {
  const since = () => (performance.now() - begun) / 1000;
  const begun = performance.now();
  const isReady = follow(site, cookie, await order(site, cookie, packageId), begun);
  let url = await isReady();
  for (; !url; url = await isReady()) await wait(20);
  const ready = since();
  const zip = await fetch(site.url + url, { headers: { Cookie: cookie } });
  const reader = zip.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  const whole = since();
  await reader?.cancel();
  if (!zip.ok || !value) throw new Error(`the ZIP answered ${zip.status}`);
  return { ready, whole };
}
