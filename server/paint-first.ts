const preloads = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const start = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** As text inside an inline script: no character ends the script or begins a comment. */
const quoted = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Runs once the page has been painted, or at once in a tab that nobody looks at; `addresses` load side by side. */
const starter = (addresses: string[], code: string): string =>
  `(function(a,c){var go=function(){a.forEach(function(u){var l=document.createElement('link');l.rel='modulepreload';l.href=u;document.head.append(l)});var s=document.createElement('script');s.type='module';s.textContent=c;document.head.append(s)};document.visibilityState==='hidden'?go():requestAnimationFrame(function(){setTimeout(go)})})(${quoted(addresses)},${quoted(code)})`;

/**
 * A whole page whose scripts are fetched after its first paint: on a slow line words and pictures do not share the
 * line with what can wait. Clicks until then are remembered (`platform/early-clicks.ts`).
 * @returns the page, and the inline script that the page will add by itself, for the policy; null where nothing is put
 *   off because the page does not look as expected
 */
export function paintFirst(html: string): { html: string; added: string | null } {
  const code = start.exec(html)?.[1];
  const addresses = Array.from(html.matchAll(preloads), ([, href]) => href!);
  if (code === undefined || addresses.length === 0) return { html, added: null };
  const later = `<script>${starter(addresses, code)}</script>`;
  return { html: html.replaceAll(preloads, '').replace(start, () => later), added: code };
}
