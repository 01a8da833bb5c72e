import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { englishIn } from '#tests/english.ts';
import { readSources, type Source } from '#tools/check/sources.ts';

/** Attributes with visible or spoken text. */
const spoken = new Set([
  'label',
  'title',
  'alt',
  'placeholder',
  'aria-label',
  'text',
  'hint',
  'lead',
  'description',
]);

interface Node {
  type: string;
  [key: string]: unknown;
}

/** A sentence, or a capitalised word: visible text, unlike identifiers and classes. */
const looksRead = (text: string): boolean => /^[\p{Lu}][\p{Ll}]+([\s,.!?:]|$)/u.test(text.trim());

/** Visible texts of a file: contents and names of elements, and sentences. */
function textsOf({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const found: string[] = [];
  walk(parseSync(path, text).program as unknown as Node, found, null);
  return found;
}

function walk(node: Node, found: string[], parent: Node | null): void {
  // For developers, or compared with the name of a key.
  if (node.type === 'NewExpression' && String((node.callee as Node).name).endsWith('Error')) return;
  if (['ImportDeclaration', 'TSLiteralType', 'BinaryExpression'].includes(node.type)) return;
  if (node.type === 'JSXText') found.push(String(node.value));
  const isNamed = parent?.type === 'JSXAttribute' || parent?.type === 'Property';
  const name = isNamed ? nameOf((parent.name ?? parent.key) as Node) : '';
  const isText = node.type === 'Literal' && typeof node.value === 'string';
  const value =
    node.type === 'TemplateElement' ? String((node.value as { cooked: string }).cooked) : String(node.value);
  if (isText || node.type === 'TemplateElement') {
    if (spoken.has(name) || (parent?.type !== 'JSXAttribute' && looksRead(value))) found.push(value);
  }
  for (const child of Object.values(node).flat()) {
    if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, found, node);
  }
}

const nameOf = (node: Node): string => String(node.name ?? node.value);

/** Constraints that a browser checks itself, with messages in its own language. */
const constraints = new Set(['required', 'pattern', 'min', 'max', 'minLength', 'step']);
const checkedTypes = new Set(['email', 'url', 'number', 'date', 'datetime-local', 'month', 'time']);

/** Where forms leave validation to the browser: the constraints of their fields. */
function leftToTheBrowser({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const found: string[] = [];
  look(parseSync(path, text).program as unknown as Node, found, false);
  return found;
}

function look(node: Node, found: string[], isChecked: boolean): void {
  // A button is not filled in.
  if (node.type === 'JSXElement' && elementOf(node.openingElement as Node) === 'Button') return;
  let inForm = isChecked;
  if (node.type === 'JSXOpeningElement') {
    const attributes = node.attributes as Node[];
    for (const one of attributes.filter(({ type }) => isChecked && type === 'JSXAttribute')) {
      const name = nameOf(one.name as Node);
      const value = String((one.value as Node | null)?.value);
      if (constraints.has(name) && elementOf(node) !== 'Field') found.push(name);
      if (name === 'type' && checkedTypes.has(value)) found.push(`type ${value}`);
    }
  }
  if (node.type === 'JSXElement' && /^[fF]orm$/.test(elementOf(node.openingElement as Node))) {
    const attributes = (node.openingElement as Node).attributes as Node[];
    inForm = !attributes.some(
      (one) => one.type === 'JSXAttribute' && nameOf(one.name as Node) === 'noValidate',
    );
  }
  if (inForm && node.type === 'JSXExpressionContainer' && nameOf(node.expression as Node) === 'children')
    found.push('fields given from outside');
  for (const child of Object.values(node).flat()) {
    if (typeof child === 'object' && child !== null && 'type' in child) look(child as Node, found, inForm);
  }
}

function elementOf({ name }: Node): string {
  const tag = name as Node;
  return tag.type === 'JSXMemberExpression' ? nameOf(tag.property as Node) : nameOf(tag);
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** What other programs read: the database, services, Prometheus, and playlists of automation programs. */
const forPrograms =
  /^src\/db\/|[/-]gateway\.server\.ts$|^src\/platform\/metrics\.server\.ts$|^src\/features\/delivery\/lists\.ts$/;
const files = readSources(root).filter(
  ({ path }) => path.startsWith('src/') && !path.includes('.test.') && !forPrograms.test(path),
);

describe('A11-04: no English is left in what the source says to people', () => {
  it('is seen by the scan wherever it stands', () => {
    const text = `const a = ({ x }) => <p title="Close me">Please wait {x ? 'Try again' : \`Add \${x}\`}</p>;
      throw new Error('The thing'); const b = { 'Content-Type': 'is' }; const c = 'flex items-center';`;
    expect(textsOf({ path: 'a.tsx', text }).flatMap(englishIn)).toEqual([
      'Close',
      'Please',
      'wait',
      'Try',
      'again',
      'Add',
    ]);
  });

  it('is nowhere', () => {
    const found = files.flatMap((file) =>
      textsOf(file)
        .filter((text) => englishIn(text).length > 0)
        .map((text) => `${file.path}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});

describe('A11-04: no form leaves its messages to the browser, whose language may be another', () => {
  const formOf = (form: string, field: string) =>
    leftToTheBrowser({
      path: 'a.tsx',
      text: `const a = <fetcher.Form ${form}><p>${field}</p></fetcher.Form>;`,
    });

  it('is seen by the scan', () => {
    expect(formOf('method="post"', '<Input required />')).toEqual(['required']);
    expect(formOf('', '{(control) => <Input {...control} type="email" />}')).toEqual(['type email']);
    expect(formOf('', '{children}')).toEqual(['fields given from outside']);
    expect(formOf('noValidate', '<Input required type="email" />{children}')).toEqual([]);
    expect(formOf('', '<Field required><Input type="search" /></Field>')).toEqual([]);
  });

  it('S07: no field is type="number": browsers read its text by the language of their menus', () => {
    const found = files.filter(({ text }) => /type="number"|z\.coerce\.number\(\{ error/.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('is nowhere', () => {
    const found = files.flatMap((file) => leftToTheBrowser(file).map((what) => `${file.path}: ${what}`));
    expect(found).toEqual([]);
  });
});
