import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildIfNeeded } from './build.ts';
import { findChromium } from './chromium.ts';

/**
 * `npm run look`: pictures of every page and state that the journeys inspect, on a site of 240 packages, at four widths in
 * both themes, on one sheet: look/index.html. docs/looking.md says how to walk it. Arguments go to Playwright: `npm run look -- --grep visitor`.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'look');
const data = mkdtempSync(join(tmpdir(), 'sonoteca-look-'));
const port = '12999';
const env = {
  ...process.env,
  PORT: port,
  DATA_DIR: data,
  DEMO_PASSWORD: 'senha-de-teste',
  LOG_LEVEL: 'warn',
};
const program = join(root, 'build/server/main.js');

/** Loads the demo content, as a first start does, and what makes the lists long. */
async function fill(): Promise<void> {
  const site = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await ready(site);
    const amount = ['demo', '--packages', '240', '--tracks', '1200'];
    spawnSync(process.execPath, [program, ...amount], { env, stdio: 'inherit' });
  } finally {
    const ended = once(site, 'exit');
    if (site.kill('SIGTERM')) await ended;
  }
}

async function ready(site: ChildProcess): Promise<void> {
  while (site.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error('the site did not start');
}

/** One row of pictures for each state, in the order in which they were taken. */
function sheet(): string {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .sort((one, other) => statSync(join(folder, one)).mtimeMs - statSync(join(folder, other)).mtimeMs);
  const states = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('@')));
  const rows = [...states].map(([name, pictures]) => {
    const shown = pictures.map((file) => {
      const look = file.slice(name.length + 1, -4);
      const width = Math.round(Number.parseInt(look, 10) / 3);
      const address = encodeURIComponent(file);
      return `<figure><figcaption>${look}</figcaption><a href="${address}"><img src="${address}" width="${width}" loading="lazy" alt=""></a></figure>`;
    });
    return `<h2>${escapeText(decodeURIComponent(name))}</h2><div>${shown.join('')}</div>`;
  });
  const style =
    'body{font:14px system-ui;background:#777;margin:1rem}div{display:flex;gap:1rem;overflow-x:auto;align-items:flex-start}figure{margin:0}h2{margin:2rem 0 .5rem;position:sticky;left:0}';
  return `<!doctype html><meta charset="utf-8"><title>${states.size} states</title><style>${style}</style>${rows.join('\n')}`;
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

buildIfNeeded(root);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
await fill();
const specs = ['accessibility', 'admin-drafts', 'admin-imports', 'admin-money'].map(
  (name) => `${name}.spec.ts`,
);
const { status } = spawnSync(
  join(root, 'node_modules/.bin/playwright'),
  ['test', ...specs, '--reporter=list', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: findChromium(), E2E_DATA_DIR: data, LOOK_FOLDER: folder },
  },
);
writeFileSync(join(folder, 'index.html'), sheet());
rmSync(data, { recursive: true, force: true });
console.log(`${join(folder, 'index.html')}${status === 0 ? '' : ' (some states could not be reached)'}`);
process.exit(status ?? 1);
