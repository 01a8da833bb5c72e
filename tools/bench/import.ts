import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DriveOrder, OpenDrive } from './drive.ts';
import { memoryOf, nodeProcessesOf } from './process.ts';
import { type Figure, most, percentile } from './report.ts';
import { forgetSite, type Site, signIn, startSite } from './site.ts';

const fileCount = 1000;
/** Seconds until the import counts as failed. */
const patience = 600;
/** Milliseconds between two requests of the browsing listener. */
const rest = 40;

/** Imports 1,000 small files from a stand-in of Drive while a subscriber keeps opening /library. */
export async function benchImport(root: string): Promise<Figure[]> {
  const thread = new Worker(new URL('drive.ts', import.meta.url), {
    workerData: { root, fileCount } satisfies DriveOrder,
  });
  const [drive] = (await once(thread, 'message')) as [OpenDrive];
  const site = await startSite(root, undefined, drive.settings);
  try {
    const listener = await signIn(site);
    const idle = await browse(site, listener, async (count) => count < 150);
    const memory: number[] = [];
    const begun = performance.now();
    const admin = await signIn(site, 'admin@sonoteca.local');
    const page = await startImport(site, admin, drive.link);
    let asked = 0;
    let done = false;
    const busy = await browse(site, listener, async () => {
      if (performance.now() - asked < 1000) return !done;
      asked = performance.now();
      memory.push(memoryOf(nodeProcessesOf(site)));
      done = await isDone(page, admin, begun);
      return !done;
    });
    const seconds = (performance.now() - begun) / 1000;
    const part = Math.ceil(memory.length / 4);
    const growth = Math.max(...memory.slice(-part)) - Math.max(...memory.slice(0, part));
    const how = `${fileCount} effects of the demo audio, ${idle.length} requests before and ${busy.length} meanwhile`;
    return [
      most(
        'import of 1,000 small files',
        seconds,
        's',
        90,
        'from pasting the link to the end, browsing meanwhile',
      ),
      most(
        '/library while importing, p95 ÷ p95 before',
        percentile(busy, 0.95) / percentile(idle, 0.95),
        '×',
        2,
        `${percentile(idle, 0.95).toFixed(1)} ms → ${percentile(busy, 0.95).toFixed(1)} ms; ${how}`,
      ),
      most(
        'memory gained over the import',
        Math.max(0, growth),
        'MB',
        30,
        `PSS of the site and of what measures, last quarter − first; highest ${Math.max(...memory).toFixed(0)} MB`,
      ),
    ];
  } finally {
    await site.stop();
    forgetSite(site);
    await thread.terminate();
  }
}

/** Opens /library repeatedly until told to stop; returns the milliseconds of each response. */
export async function browse(
  site: Site,
  cookie: string,
  goesOn: (count: number) => Promise<boolean>,
): Promise<number[]> {
  const times: number[] = [];
  while (await goesOn(times.length)) {
    const begun = performance.now();
    const response = await fetch(`${site.url}/library`, { headers: { Cookie: cookie } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`/library answered ${response.status}`);
    times.push(performance.now() - begun);
    await wait(rest);
  }
  return times;
}

/** Makes a package from a Drive link as the form does, and finds the page of its import. */
async function startImport(site: Site, cookie: string, link: string): Promise<string> {
  const address = `${site.url}/admin/create-package`;
  const form = await (await fetch(address, { headers: { Cookie: cookie } })).text();
  const categoryId = /<option value="([0-9a-z]+)"/.exec(form)?.[1] ?? '';
  const body = new URLSearchParams({
    intent: 'save',
    title: 'Mil efeitos',
    categoryId,
    googleDriveUrl: link,
  });
  await fetch(address, { method: 'POST', headers: { Cookie: cookie, Origin: site.url }, body });
  const list = await (await fetch(`${site.url}/admin/importacoes`, { headers: { Cookie: cookie } })).text();
  const path = /\/admin\/importacoes\/[0-9a-z]{26}/.exec(list)?.[0];
  if (!path) throw new Error('no import was begun');
  return site.url + path;
}

async function isDone(page: string, cookie: string, begun: number): Promise<boolean> {
  if (performance.now() - begun > patience * 1000) throw new Error('the import did not end');
  const text = await (await fetch(page, { headers: { Cookie: cookie } })).text();
  if (text.includes('com falha') || />Falhou</.test(text)) throw new Error('some files did not come');
  return text.includes('Concluída');
}
