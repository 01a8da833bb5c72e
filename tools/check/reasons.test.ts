import { describe, expect, it } from 'vitest';
import {
  checkChangelog,
  checkComments,
  checkFindings,
  checkLinks,
  checkNumbers,
  checkReasons,
} from './reasons.ts';
import { readSource } from './sources.ts';

const reasons = { ids: new Set(['A-66', 'AUT-12', 'A11-04']), decisions: new Set(['018']) };
const path = 'src/ui/card.tsx';

describe('the check of reasons', () => {
  it('accepts ids that docs/spec defines, decisions that exist, and names of standards', () => {
    const text = '// As A-66, AUT-12 and A11-04 say; decision 018, decisions/018-x.md; SHA-256, UTF-8.';
    expect(checkReasons([{ path, text }], reasons)).toEqual([]);
  });

  it.each([
    ['an id that nothing defines', 'as A-67 says', 'A-67 is in no file of docs/spec'],
    ['a statement that nothing defines', "it('AUT-13 …')", 'AUT-13 is in no file of docs/spec'],
    ['a decision without a record', 'see decision 020', 'there is no decision 020'],
  ])('refuses %s', (_, text, sentence) => {
    expect(checkReasons([{ path, text }], reasons)).toEqual([`${path}: ${sentence}`]);
  });

  const id = 'A-66';
  it.each([
    `/** ${id}. */`,
    `// ${id}`,
    `// See ${id}, ${id}.`,
    `{/* ${id} */}`,
    `/**\n * ${id},\n * ${id}\n */`,
  ])('refuses a comment that is an id alone: %j', (text) => {
    expect(checkComments([readSource(path, `const a = 1;\n${text}\n`)])).toHaveLength(1);
  });

  it.each([
    `// The last save does not win\n  // (${id}).`,
    "const url = 'https://a.b/A-66';",
    '/** Why (A-66). */',
  ])('accepts %j', (text) => {
    expect(checkComments([readSource(path, text)])).toEqual([]);
  });

  it.each([
    ['0.2.0', 0],
    ['0.2.1', 1],
    ['0.2', 1],
  ])('OPS-12: a changelog that tells of 0.2.0 and version %s: %d findings', (version, count) => {
    expect(checkChangelog('# Changelog\n\n## 0.2.0 – November 2026\n', version)).toHaveLength(count);
  });

  it('refuses a link of a document that leads nowhere', () => {
    const document = {
      path: 'docs/tour.md',
      text: '[a](./none.ts) [b](https://example.org) [c](tour.md#top)',
    };
    expect(checkLinks(process.cwd(), [document])).toEqual([
      'docs/tour.md: the link to ./none.ts leads nowhere',
    ]);
  });
});

it('refuses two decision records of one number', () => {
  expect(checkNumbers(['001-a.md', '002-b.md', '002-c.md'])).toEqual([
    'docs/decisions/002-c.md: its number is taken',
  ]);
});

it('refuses a finding that its README does not list', () => {
  expect(checkFindings(['a.sh', 'b.sh', 'README.md'], '| [a](a.sh) |')).toEqual([
    'findings/b.sh: has no row in findings/README.md',
  ]);
});
