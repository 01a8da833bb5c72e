import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';
import { findChromium } from './chromium.ts';
import { sourceStamp, stampFile } from './source-stamp.ts';

/**
 * `npm test`: all three rings. Vitest for rules and features, Playwright for journeys in a real browser; the last
 * line sums both: `N passed, N failed`. Arguments go to Vitest (`npm test -- credits`) and leave journeys out.
 */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'sonoteca-tests-'));
const only = process.argv.slice(2);

interface Tally {
  passed: number;
  failed: number;
}

function runUnit(): Tally {
  const report = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...only];
  const { status } = spawnSync(bin('vitest'), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  // A file that does not even load fails no test of its own, but it has failed.
  return { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) };
}

function runJourneys(): Tally {
  const report = join(reports, 'playwright.json');
  const chromium = findChromium();
  if (!existsSync(stampFile(root)) || readFileSync(stampFile(root), 'utf8') !== sourceStamp(root))
    build(root);
  const { status } = spawnSync(bin('playwright'), ['test', '--reporter=list,json'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: status === 0 ? failed : Math.max(1, failed) };
}

const tallies = [runUnit(), ...(only.length > 0 ? [] : [runJourneys()])];
rmSync(reports, { recursive: true, force: true });
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
