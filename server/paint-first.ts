const preloads = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const start = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** JSON for an inline script: no character can end the script or begin a comment. */
const quoted = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Runs after the first paint, or at once in a background tab; `addresses` load in parallel. */
const starter = (addresses: string[], code: string): string =>
  `(function(a,c){var go=function(){a.forEach(function(u){var l=document.createElement('link');l.rel='modulepreload';l.href=u;document.head.append(l)});var s=document.createElement('script');s.type='module';s.textContent=c;document.head.append(s)};document.visibilityState==='hidden'?go():requestAnimationFrame(function(){setTimeout(go)})})(${quoted(addresses)},${quoted(code)})`;

/**
 * Defers a page's scripts until after its first paint, so that on a slow line they do not compete with text and
 * pictures. Clicks until then are recorded (`platform/early-clicks.ts`). @returns the page, and the inline script that
 * it will add, for the CSP; null when the page has an unexpected form and nothing is deferred
 */
export function paintFirst(html: string): { html: string; added: string | null } {
  const code = start.exec(html)?.[1];
  // biome-ignore lint/style/noNonNullAssertion: the pattern always has this group
  const addresses = Array.from(html.matchAll(preloads), ([, href]) => href!);
  if (code === undefined || addresses.length === 0) return { html, added: null };
  const later = `<script>${starter(addresses, code)}</script>`;
  return { html: html.replaceAll(preloads, '').replace(start, () => later), added: code };
}
