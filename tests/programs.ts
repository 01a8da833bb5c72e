import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Programs beyond Node that tests run: commands in PATH or patterns of paths, all of which must be there, and Debian's
 * packages that bring them. `npm test` installs them where it can (tools/install-programs.ts).
 */
const programs = {
  ffmpeg: { needs: ['ffmpeg'], packages: ['ffmpeg'] },
  pdftotext: { needs: ['pdftotext'], packages: ['poppler-utils'] },
  /** Safari's engine, and what it plays MP3 with (docs/decisions/064). */
  webkit: {
    needs: ['Xvfb', 'WebKitWebDriver', '/usr/lib/*/webkit2gtk-*/MiniBrowser'],
    packages: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-plugins-good'],
  },
  /** And a sound server, without which its Web Audio stands still. */
  firefox: { needs: ['firefox-esr', 'pulseaudio'], packages: ['firefox-esr', 'pulseaudio'] },
  /** An S3 server that checks signatures (docs/decisions/018). */
  swift: {
    needs: ['proxy', 'account', 'container', 'object']
      .map((part) => `swift-${part}-server`)
      .concat('memcached'),
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
  },
  /** A server that the soak test restarts. */
  postgres: { needs: ['/usr/lib/postgresql/*/bin/postgres'], packages: ['postgresql'] },
} as const satisfies Record<string, { needs: string[]; packages: string[] }>;

export type ProgramName = keyof typeof programs;

const isThere = (need: string): boolean =>
  need.includes('/')
    ? globSync(need).length > 0
    : (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, need)));

/** What a machine lacks of a program; null when it has all of it. */
const lackOf = (name: ProgramName): string | null =>
  programs[name].needs.find((need) => !isThere(need)) ?? null;

/** Debian's packages that bring what this machine lacks of some programs. */
export const lackingPackages = (names: readonly ProgramName[]): string[] =>
  names.filter((name) => lackOf(name) !== null).flatMap((name) => programs[name].packages);

/** Why tests of a program are skipped; null where it is installed. @throws Error in CI, which requires all of them */
export function missingProgram(name: ProgramName): string | null {
  const lack = lackOf(name);
  if (lack === null) return null;
  const reason = `${name} is not installed (no ${lack}): apt-get install ${programs[name].packages.join(' ')}`;
  if (process.env.CI) throw new Error(reason);
  console.warn(`Skipped: ${reason}`);
  return reason;
}
