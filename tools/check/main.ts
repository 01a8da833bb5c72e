import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programVersion } from '#platform/project.server.ts';
import { checkBoundaries } from './boundaries.ts';
import { checkCasts } from './casts.ts';
import { checkClosedSets } from './closed-sets.ts';
import { checkDays } from './days.ts';
import { checkFormatters } from './formatters.ts';
import {
  checkChangelog,
  checkComments,
  checkFindings,
  checkLinks,
  checkNumbers,
  checkReasons,
  readDocuments,
  readReasons,
} from './reasons.ts';
import { checkSelectors } from './selectors.ts';
import { readSources } from './sources.ts';
import { checkTypedText } from './typed-text.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name: string) => `${root}node_modules/.bin/${name}`;

/** `npm run check`: all steps run, so that one run shows all findings. */
const steps: [title: string, command: string, args: string[]][] = [
  ['types of routes', bin('react-router'), ['typegen']],
  ['types', bin('tsc'), ['--noEmit']],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings']],
  ['lint with types', bin('oxlint'), ['--type-aware', '--deny-warnings', 'src', 'server', 'tools', 'tests']],
  ['dead code', bin('knip'), []],
];

let failed = 0;
const sources = readSources(root);
const documents = readDocuments(root);
const own = {
  boundaries: checkBoundaries(sources),
  casts: checkCasts(sources),
  'closed sets': checkClosedSets(sources),
  selectors: checkSelectors(sources),
  formatters: checkFormatters(sources),
  days: checkDays(sources),
  'typed text': checkTypedText(sources),
  reasons: [
    ...checkReasons([...sources, ...documents], readReasons(root)),
    ...checkNumbers(readdirSync(join(root, 'docs/decisions'))),
    ...checkComments(sources),
  ],
  links: checkLinks(root, documents),
  findings: checkFindings(
    readdirSync(join(root, 'findings')),
    readFileSync(join(root, 'findings/README.md'), 'utf8'),
  ),
  changelog: checkChangelog(readFileSync(`${root}CHANGELOG.md`, 'utf8'), programVersion()),
};
for (const [title, findings] of Object.entries(own)) {
  for (const finding of findings) console.error(finding);
  console.log(`${findings.length === 0 ? 'ok' : 'FAILED'}: ${title}`);
  if (findings.length > 0) failed++;
}

for (const [title, command, args] of steps) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${title}`);
  if (status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
