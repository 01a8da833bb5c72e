import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Instalando o Chromium do Debian para os testes…');
    run('apt-get', ['update']);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      run('apt-get', ['install', '-y', '--no-install-recommends', name]);
      const installed = find();
      if (installed) return installed;
    }
  }
  console.error('Instalando o Chromium do Playwright para os testes…');
  if (run('npx', ['playwright', 'install', 'chromium'])) return '';
  throw new Error('Nenhum Chromium encontrado, e não foi possível instalar um. Defina CHROMIUM_PATH.');
}
