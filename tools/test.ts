import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfNeeded } from './build.ts';
import { findChromium } from './chromium.ts';
import { installPrograms } from './install-programs.ts';
import { type JourneyReport, type Summary, summaryOfJourneys } from './test-summary.ts';

/**
 * `npm test`: all three rings, after installing the programs that they run (tests/programs.ts). Vitest runs rules and features, Playwright runs journeys in a real browser; the last
 * line sums both: `N passed, N failed`, with the failures repeated above it. Arguments go to Vitest (`npm test --
 * credits`) and skip the journeys.
 */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'sonoteca-tests-'));
const only = process.argv.slice(2);

function run(program: string, args: string[], env: Record<string, string>): number | null {
  const { status } = spawnSync(bin(program), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status;
}

/** A non-zero exit is a failure whatever the report says. */
function checked(name: string, status: number | null, summary: Summary | null): Summary {
  if (!summary) return { passed: 0, failures: [`${name} wrote no report (exit code ${status})`] };
  if (status !== 0 && summary.failures.length === 0)
    summary.failures.push(`${name} ended with exit code ${status}`);
  return summary;
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}

function runUnit(): Summary {
  const report = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=./tools/test-summary.ts', ...only];
  return checked('Vitest', run('vitest', args, { SONOTECA_SUMMARY: report }), readReport<Summary>(report));
}

function runJourneys(): Summary {
  const chromium = findChromium();
  buildIfNeeded(root);
  const file = join(reports, 'playwright.json');
  const status = run('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport<JourneyReport>(file);
  return checked('Playwright', status, report && summaryOfJourneys(report));
}

installPrograms([
  'ffmpeg',
  'pdftotext',
  'swift',
  ...(only.length > 0 ? [] : (['webkit', 'firefox'] as const)),
]);
const summaries = [runUnit(), ...(only.length > 0 ? [] : [runJourneys()])];
rmSync(reports, { recursive: true, force: true });
const passed = summaries.reduce((sum, summary) => sum + summary.passed, 0);
const failures = summaries.flatMap((summary) => summary.failures);
for (const text of failures) console.log(`\nFAILED ${text}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
