const preloads = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const start = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/;
const sheet = /<link rel="stylesheet" href="([^"]+)"\/>/;

/** JSON for an inline script: no character can end the script or begin a comment. */
const quoted = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Adds the scripts to the page: `a` are their addresses, which load in parallel, and `c` is the code that starts them. A
 * page that has only a part of its style sheet in itself loads the sheet `h` first.
 */
const begin = `var add=function(t,p,f){var e=document.createElement(t);for(var k in p)e[k]=p[k];e.onload=e.onerror=f||null;document.head.append(e)},start=function(){add('script',{type:'module',nonce:n,textContent:c})},go=function(){a.forEach(function(u){add('link',{rel:'modulepreload',href:u})});h?add('link',{rel:'stylesheet',href:h},start):start()}`;

/** When a page's scripts load. */
const moments = {
  /**
   * After the first paint, which then waits for neither their requests nor their start. At once in a hidden tab, which
   * paints nothing; after two seconds when the browser reports no paint.
   */
  paint: `var first=function(){var f=go;go=null;f&&f()};document.hidden?first():(setTimeout(first,2000),new PerformanceObserver(first).observe({type:'paint',buffered:true}))`,
  /**
   * With the first sign that somebody uses the page; a page that is only read loads none. Chromium makes up a movement by
   * nothing when a page is laid out. After a touch on a sound (`platform/early-clicks.ts`) they wait until it is heard, or a
   * second: on a slow line they would take its connection.
   */
  use: `var o={capture:true},t=['pointermove','pointerdown','keydown','focusin','click'],once=function(e){var b=e.target.closest&&e.target.closest('[data-sound]');if(e.type==='pointermove'?!e.movementX&&!e.movementY:b&&e.type!=='click')return;t.forEach(function(e){removeEventListener(e,once,o)});var f=function(){go&&go();go=null};b&&e.type==='click'?setTimeout(function(){setTimeout(f,1000);earlySound.addEventListener('playing',f)}):f()};t.forEach(function(e){addEventListener(e,once,o)})`,
};

const starter = (
  values: [addresses: string[], code: string, nonce: string, sheet: string],
  moment: keyof typeof moments,
) => `(function(a,c,n,h){${begin};${moments[moment]}})(${values.map(quoted).join()})`;

/**
 * Defers a page's scripts, so that on a slow line they do not compete with text and style. Clicks until then are
 * recorded (`platform/early-clicks.ts`). @param styleOf the rules that the page needs of the style sheet at an address;
 * they are written into the page, and the sheet is deferred too. Null leaves its link @returns the page, and the inline
 * script that it will add, for the CSP; null when the page has an unexpected form and nothing is deferred
 */
export function paintFirst(
  html: string,
  moment: keyof typeof moments,
  styleOf: (address: string) => string | null = () => null,
): { html: string; added: string | null } {
  const [, attributes = '', code] = start.exec(html) ?? [];
  // biome-ignore lint/style/noNonNullAssertion: the pattern always has this group
  const addresses = Array.from(html.matchAll(preloads), ([, href]) => href!);
  if (code === undefined || addresses.length === 0) return { html, added: null };
  const nonce = /nonce="([^"]*)"/.exec(attributes)?.[1] ?? '';
  const [link = '', address = ''] = sheet.exec(html) ?? [];
  // The router writes a `#` behind it.
  const style = styleOf(address.replace(/#$/, ''));
  const values: Parameters<typeof starter>[0] = [addresses, code, nonce, style === null ? '' : address];
  const later = `<script${attributes}>${starter(values, moment)}</script>`;
  const page = html.replaceAll(preloads, '').replace(start, () => later);
  const own = `<style>${style}</style><noscript>${link}</noscript>`;
  return { html: style === null ? page : page.replace(link, () => own), added: code };
}
