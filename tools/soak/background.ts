import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { elementAt } from '#platform/elements.ts';
import { fakeDrive } from '#tests/fakes/drive.ts';
import { seeded } from '#tests/seeded.ts';
import { compareZip, json, type Person, rest, type Site } from './people.ts';

/** Milliseconds between two deliveries of a person, and between two imports. */
const beats = { delivery: 40_000, import: 60_000 };
/** Files of a folder. */
const files = 8;
/** Milliseconds for the worker to end what was ordered, after everybody went home. */
const patience = 300_000;

const recipe = {
  format: 'wav',
  lufs: -16,
  trim: true,
  lengthS: null,
  names: null,
  tags: true,
  lists: ['lst'],
  folder: 'C:\\Radio',
};

/** Orders deliveries of three tracks, waits for each, and fetches its ZIP twice. */
export async function prepare(site: Site, { cookie }: Person, seed: number): Promise<void> {
  const { balancer, shelves, notes, signal } = site;
  const random = seeded(seed);
  while (!signal.aborted) {
    const pick = () => elementAt(shelves.tracks, Math.floor(random() * shelves.tracks.length));
    const body = JSON.stringify({ trackIds: [...new Set([pick(), pick(), pick()])], recipe });
    const answer = await balancer.send('/functions/deliveries', cookie, {
      method: 'POST',
      headers: json,
      body,
    });
    const said = (await answer?.json().catch(() => null)) as { id?: string } | null;
    if (answer?.ok && said?.id) {
      notes.ordered.push(said.id);
      const zip = await untilReady(site, cookie, said.id);
      const hashes = new Map<string, string>();
      for (const _ of zip ? [1, 2] : []) await compareZip(site, cookie, zip ?? '', hashes);
    }
    await rest(beats.delivery, signal);
  }
}

/** @returns the ZIP's address; null when it failed, or everybody went home */
async function untilReady({ balancer, signal }: Site, cookie: string, id: string): Promise<string | null> {
  while (!signal.aborted) {
    const answer = await balancer.send(`/functions/deliveries/${id}`, cookie, { signal });
    const said = (await answer?.json().catch(() => null)) as { status?: string; url?: string | null } | null;
    if (said?.url || said?.status === 'failed') return said.url ?? null;
    await rest(1000, signal);
  }
  return null;
}

/** A stand-in of Drive, which answers as long as the soak runs. */
export const openDrive = () => fakeDrive({ apiKey: 'chave-de-carga' });

/** Makes packages from Drive folders, one after the other. @param sound the file that each folder has several times */
export async function importFolders(
  site: Site,
  admin: Person,
  drive: Awaited<ReturnType<typeof openDrive>>,
  sound: string,
): Promise<void> {
  const { balancer, shelves, notes, signal } = site;
  const bytes = readFileSync(sound);
  for (let turn = 1; !signal.aborted; turn++) {
    const title = `Importação ${turn}`;
    const folder = drive.tree.folder(title);
    // Bytes after the last frame make each one a different file.
    for (let n = 0; n < files; n++)
      drive.tree.file(`Efeito ${n}.mp3`, folder, Buffer.concat([bytes, Buffer.from(`${turn} ${n}`)]));
    const form = {
      intent: 'save',
      title,
      categoryId: shelves.categoryId,
      googleDriveUrl: drive.linkOf(folder),
    };
    const answer = await balancer.send('/admin/create-package', admin.cookie, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    await answer?.body?.cancel();
    if (answer && answer.status < 400) notes.imported.push(title);
    await rest(beats.import, signal);
  }
}

/** Waits for what was acknowledged. @returns what did not come, as text */
export async function countUndone(db: Executor, { ordered, imported }: Site['notes']): Promise<string[]> {
  const undone = async (): Promise<string[]> => {
    const { rows } = await db.execute<{ what: string }>(sql`
      select 'entrega ' || id || ': ' || coalesce(d.status, 'sem registro') as what
      from unnest(array(select jsonb_array_elements_text(${JSON.stringify(ordered)}::jsonb))) id
      left join deliveries d using (id) where d.status is distinct from 'ready'
      union all
      select title || ': ' || count(t.id) || ' de ' || ${files}::text
      from unnest(array(select jsonb_array_elements_text(${JSON.stringify(imported)}::jsonb))) title
      left join packages p using (title) left join tracks t on t.package_id = p.id
      group by title having count(t.id) < ${files}::int`);
    return rows.map(({ what }) => what);
  };
  const end = performance.now() + patience;
  let left = await undone();
  while (left.length > 0 && performance.now() < end) {
    await pause(1000);
    left = await undone();
  }
  return left;
}
