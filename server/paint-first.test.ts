import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { paintFirst } from './paint-first.ts';

const page = (body: string) =>
  `<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js" crossorigin=""/></head><body><h1>Olá</h1>${body}</body></html>`;
const code = 'import "/assets/a.js";window.x = "</p>";\nimport("/assets/b.js");';

it('puts the scripts of a page off until it has been painted', () => {
  const { html, added } = paintFirst(page(`<script type="module" async="">${code}</script>`));
  expect(added).toBe(code);
  expect(html).not.toContain('rel="modulepreload"');
  expect(html).not.toContain('type="module"');
  expect(html).toContain('requestAnimationFrame');

  // It adds exactly the addresses that the page had.
  const later = /<script>([\s\S]*)<\/script>/.exec(html)![1]!;
  const made: { name: string; href?: string; textContent?: string }[] = [];
  const document = {
    visibilityState: 'hidden',
    createElement: (name: string) => ({ name }),
    head: { append: (element: (typeof made)[number]) => made.push(element) },
  };
  runInNewContext(later, { document });
  expect(made.map(({ name, href, textContent }) => [name, href ?? textContent])).toEqual([
    ['link', '/assets/a.js'],
    ['link', '/assets/b.js'],
    ['script', code],
  ]);
});

it('no text of the page ends the script early', () => {
  const { html } = paintFirst(page('<script type="module" async="">var a = "<!--<script";</script>'));
  expect(html.match(/<!--/g)).toBeNull();
  expect(html.match(/<script/g)).toHaveLength(1);
});

it('leaves a page alone that looks otherwise', () => {
  for (const html of ['<p>só texto</p>', page(''), '<script type="module" async="">1</script>'])
    expect(paintFirst(html)).toEqual({ html, added: null });
});
