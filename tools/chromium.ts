import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from './install-programs.ts';

const places = [
  process.env.CHROMIUM_PATH,
  // The headless engine: the journeys take a third less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const find = (): string | undefined => places.find((path) => path && existsSync(path));

/** Path of a Chromium for the tests; installs one if needed (empty path: Playwright finds its own). @throws Error */
export function findChromium(): string {
  const known = find();
  if (known) return known;
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const installed = installPackages([name]) ? find() : undefined;
    if (installed) return installed;
  }
  console.error('Instalando o Chromium do Playwright para os testes…');
  const args = ['playwright', 'install', 'chromium'];
  if (spawnSync('npx', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0) return '';
  throw new Error('Nenhum Chromium encontrado, e não foi possível instalar um. Defina CHROMIUM_PATH.');
}
