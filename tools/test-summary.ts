import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** The result of a test run; `failures` are readable texts, one per test, file or stray error. */
export interface Summary {
  passed: number;
  failures: string[];
}

interface JourneyTest {
  projectName: string;
  status: string;
  results: { errors: { message?: string }[] }[];
}

interface JourneySuite {
  suites?: JourneySuite[];
  specs: { title: string; file: string; line: number; tests: JourneyTest[] }[];
}

/** The part of Playwright's `--reporter=json` that is read here. */
export interface JourneyReport {
  suites: JourneySuite[];
  errors: { message?: string }[];
}

function failure(title: string, errors: readonly { message?: string; stack?: string }[]): string {
  const lines = errors
    .flatMap((error) => stripVTControlCharacters(error.stack || error.message || 'no reason').split('\n'))
    .filter((line) => !/^\s+at .*(node_modules\/|node:)/.test(line));
  return [title, ...lines].join('\n    ').replaceAll(`${process.cwd()}/`, '');
}

/** A Vitest reporter that writes a {@link Summary} as JSON to the file named by SONOTECA_SUMMARY. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], stray: readonly SerializedError[]): void {
    const summary: Summary = { passed: 0, failures: [] };
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      const loading = module.errors();
      const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') summary.passed += 1;
        else if (state === 'failed') summary.failures.push(failure(`${file} > ${test.fullName}`, errors));
        // A worker that died leaves tests without a result.
        else if (state === 'pending') summary.failures.push(failure(`${file} > ${test.fullName}`, []));
      }
      if (loading.length > 0) summary.failures.push(failure(file, loading));
      for (const suite of suites)
        summary.failures.push(failure(`${file} > ${suite.fullName}`, suite.errors()));
    }
    for (const error of stray) summary.failures.push(failure('outside of any test', [error]));
    writeFileSync(process.env.SONOTECA_SUMMARY ?? 'test-summary.json', JSON.stringify(summary));
  }
}

function journeysOf(suite: JourneySuite): JourneySuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(journeysOf)];
}

/** The same for a Playwright run. A test that passed only on retry has failed. */
export function summaryOfJourneys(report: JourneyReport): Summary {
  const summary: Summary = { passed: 0, failures: [] };
  for (const { title, file, line, tests } of report.suites.flatMap(journeysOf))
    for (const { status, results } of tests) {
      if (status === 'expected') summary.passed += 1;
      else if (status !== 'skipped')
        summary.failures.push(
          failure(
            `${file}:${line} > ${title}`,
            results.flatMap((result) => result.errors),
          ),
        );
    }
  for (const error of report.errors) summary.failures.push(failure('outside of any journey', [error]));
  return summary;
}
