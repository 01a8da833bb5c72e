import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { neededNode, refusalOfNode } from './node-version.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { dependencies, devDependencies, engines } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'engines',
  Record<string, string>
>;

describe('the version of Node', () => {
  it.each(['18.20.8', '20.20.2', '22.23.3', '23.11.1'])(
    'OPS-01: %s is refused with a sentence that names both',
    (old) => {
      expect(refusalOfNode(old)).toContain(`precisa do Node ${neededNode} ou mais novo, e este é o ${old}`);
    },
  );

  it.each(['24.0.0', '24.21.0', '26.1.0'])('OPS-01: %s is good', (version) => {
    expect(refusalOfNode(version)).toBeNull();
  });

  it.each([
    ['Vitest', ['node_modules/vitest/vitest.mjs', 'run', 'no-such-file']],
    ['Playwright', ['node_modules/@playwright/test/cli.js', 'test', 'no-such-file']],
  ])('OPS-01: %s stops with it when it is called by hand', (_, args) => {
    const pretend = `const versions = { ...process.versions, node: '20.20.2' };
      Object.defineProperty(process, 'versions', { value: versions });`;
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
    const ran = spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8' });
    expect(ran.status).toBe(1);
    expect(ran.stderr.trim()).toBe(refusalOfNode('20.20.2'));
  });

  it('is one everywhere: what npm brings, what the types describe, what version managers read', () => {
    const major = (version = '') => Number.parseInt(version, 10);
    expect(major(dependencies.node)).toBe(neededNode);
    expect(major(devDependencies['@types/node'])).toBe(neededNode);
    expect(major(read('.node-version'))).toBe(neededNode);
  });

  it('OPS-02: npm ci on Node 22, 24 and 26 warns of no package', () => {
    const unfit = ['22.22.0', '24.0.0', '26.0.0'].map(
      (version) => `:attr(engines, [node]):not(:semver(${version}, :attr(engines, [node])))`,
    );
    const found = execFileSync('npm', ['query', unfit.join()], { encoding: 'utf8', stdio: 'pipe' });
    expect((JSON.parse(found) as { _id: string }[]).map(({ _id }) => _id)).toEqual([]);
    expect(engines.node).toBe('>=20');
  });
});
