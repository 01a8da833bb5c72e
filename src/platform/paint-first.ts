const preloads = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const start = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/;

/** JSON for an inline script: no character can end the script or begin a comment. */
const quoted = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Adds the scripts to the page; `a` their addresses, which load in parallel, and `c` the code that starts them. */
const begin = `var go=function(){a.forEach(function(u){var l=document.createElement('link');l.rel='modulepreload';l.href=u;document.head.append(l)});var s=document.createElement('script');s.type='module';s.nonce=n;s.textContent=c;document.head.append(s)}`;

/** When a page's scripts load. */
const moments = {
  /** After the first paint, which then waits for neither their requests nor their start; a hidden tab paints nothing. */
  paint: 'document.hidden?go():requestAnimationFrame(function(){setTimeout(go)})',
  /**
   * With the first sign that somebody uses the page; a page that is only read loads none. Chromium makes up a movement by
   * nothing when a page is laid out.
   */
  use: `var o={capture:true},t=['pointermove','pointerdown','keydown','focusin','click'],once=function(e){if(e.type==='pointermove'&&!e.movementX&&!e.movementY)return;t.forEach(function(e){removeEventListener(e,once,o)});go()};t.forEach(function(e){addEventListener(e,once,o)})`,
};

const starter = (addresses: string[], code: string, nonce: string, moment: keyof typeof moments): string =>
  `(function(a,c,n){${begin};${moments[moment]}})(${quoted(addresses)},${quoted(code)},${quoted(nonce)})`;

/**
 * Defers a page's scripts, so that on a slow line they do not compete with text and style. Clicks until then are
 * recorded (`platform/early-clicks.ts`). @returns the page, and the inline script that it will add, for the CSP; null
 * when the page has an unexpected form and nothing is deferred
 */
export function paintFirst(
  html: string,
  moment: keyof typeof moments,
): { html: string; added: string | null } {
  const [, attributes = '', code] = start.exec(html) ?? [];
  // biome-ignore lint/style/noNonNullAssertion: the pattern always has this group
  const addresses = Array.from(html.matchAll(preloads), ([, href]) => href!);
  if (code === undefined || addresses.length === 0) return { html, added: null };
  const nonce = /nonce="([^"]*)"/.exec(attributes)?.[1] ?? '';
  const later = `<script${attributes}>${starter(addresses, code, nonce, moment)}</script>`;
  return { html: html.replaceAll(preloads, '').replace(start, () => later), added: code };
}
