import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lackingPackages, type ProgramName } from '#tests/programs.ts';

const aptGet = '/usr/bin/apt-get';
/** Only root installs, and only on a Debian. */
const isInstallable = () => process.getuid?.() === 0 && existsSync(aptGet);

/** Installs Debian's packages where it can. @returns whether all are installed */
export function installPackages(packages: readonly string[]): boolean {
  if (packages.length === 0) return true;
  if (!isInstallable()) return false;
  console.error(`Instalando do Debian, para os testes: ${packages.join(' ')}…`);
  const run = (args: string[]) =>
    spawnSync(aptGet, ['-q', '-y', ...args], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    });
  run(['update']);
  const { status, stdout, stderr } = run(['install', '--no-install-recommends', ...packages]);
  if (status !== 0) console.error(`${stdout}${stderr}`.slice(-2000));
  return status === 0;
}

/** Installs what this machine lacks of the programs that tests run. Tests of a program that is still missing are skipped. */
export const installPrograms = (names: readonly ProgramName[]): boolean =>
  installPackages(lackingPackages(names));
