import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { paintFirst } from './paint-first.ts';

const page = (body: string) =>
  `<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js" crossorigin=""/></head><body><h1>Olá</h1>${body}</body></html>`;
const code = 'import "/assets/a.js";window.x = "</p>";\nimport("/assets/b.js");';

interface Made {
  name: string;
  href?: string;
  textContent?: string;
  nonce?: string;
}

it.each(['shown', 'hidden'])(
  'puts the scripts of a page off until its first paint, which a hidden one has not: %s',
  (tab) => {
    const { html, added } = paintFirst(
      page(`<script nonce="n1" type="module" async="">${code}</script>`),
      'paint',
    );
    expect(added).toBe(code);
    expect(html).not.toContain('rel="modulepreload"');
    expect(html).not.toContain('type="module"');

    // It adds exactly the addresses that the page had.
    const later = /<script nonce="n1">([\s\S]*)<\/script>/.exec(html)![1]!;
    const made: Made[] = [];
    const waiting: (() => void)[] = [];
    runInNewContext(later, {
      document: { ...documentFor(made), hidden: tab === 'hidden' },
      PerformanceObserver: class {
        constructor(tell: () => void) {
          waiting.push(tell);
        }
        observe() {}
      },
      setTimeout: (run: () => void) => waiting.push(run),
    });
    if (tab === 'shown') expect(made).toEqual([]);
    // The first paint, the first with contents, and the time after which none is waited for.
    for (const tell of [waiting[0], ...waiting]) tell?.();
    expect(made.map(({ name, href, textContent }) => [name, href ?? textContent])).toEqual([
      ['link', '/assets/a.js'],
      ['link', '/assets/b.js'],
      ['script', code],
    ]);
    expect(made.at(-1)?.nonce).toBe('n1');
  },
);

const documentFor = (made: Made[]) => ({
  createElement: (name: string) => ({ name }),
  head: { append: (element: Made) => made.push(element) },
});

it('loads the scripts of a page that is only read with its first use, once', () => {
  const { html } = paintFirst(page(`<script type="module" async="">${code}</script>`), 'use');
  const made: Made[] = [];
  const window = new EventTarget();
  runInNewContext(/<script>([\s\S]*)<\/script>/.exec(html)![1]!, {
    document: documentFor(made),
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  });
  const stillness = Object.assign(new Event('pointermove'), { movementX: 0, movementY: 0 });
  window.dispatchEvent(stillness);
  expect(made).toEqual([]);
  for (const type of ['pointerdown', 'keydown', 'click']) window.dispatchEvent(new Event(type));
  expect(made.map(({ name }) => name)).toEqual(['link', 'link', 'script']);
});

it('writes what a page needs of its style sheet into it; scripts start after the whole sheet, or without it', () => {
  const sheet = '<link rel="stylesheet" href="/assets/a.css#"/>';
  const { html } = paintFirst(
    page(`${sheet}<script type="module" async="">${code}</script>`),
    'use',
    (address) => `/* $& of ${address} */`,
  );
  expect(html).toContain(`<style>/* $& of /assets/a.css */</style><noscript>${sheet}</noscript>`);
  const made: (Made & { onload?: () => void })[] = [];
  const window = new EventTarget();
  runInNewContext(/<script>([\s\S]*)<\/script>/.exec(html)![1]!, {
    document: documentFor(made),
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  });
  window.dispatchEvent(new Event('click'));
  expect(made.at(-1)).toMatchObject({ name: 'link', rel: 'stylesheet', href: '/assets/a.css#' });
  made.at(-1)?.onload?.();
  expect(made.at(-1)).toMatchObject({ name: 'script', textContent: code });
});

it('no text of the page ends the script early', () => {
  const { html } = paintFirst(
    page('<script type="module" async="">var a = "<!--<script";</script>'),
    'paint',
  );
  expect(html.match(/<!--/g)).toBeNull();
  expect(html.match(/<script/g)).toHaveLength(1);
});

it('leaves a page alone that looks otherwise', () => {
  for (const html of ['<p>só texto</p>', page(''), '<script type="module" async="">1</script>'])
    expect(paintFirst(html, 'use')).toEqual({ html, added: null });
});
