import postcss, { type ChildNode, type Container } from 'postcss';
import { keepNewest } from '#platform/elements.ts';

const escaped = /\\(?:([\da-f]{1,6}) ?|(.))/gi;
const className = /\.((?:\\[\da-f]{1,6} ?|\\.|[\w-])+)/gi;

/** The classes that an element and its ancestors must have. Those in parentheses are left out: `:not`, `:is`. */
function classesOf(selector: string): string[] {
  let needed = selector;
  for (let before = ''; before !== needed; ) {
    before = needed;
    needed = needed.replace(/\\.|\([^()\\]*(?:\\.[^()\\]*)*\)/g, (part) =>
      part.startsWith('(') ? '' : part,
    );
  }
  return Array.from(needed.matchAll(className), ([, name = '']) =>
    name.replace(escaped, (_, code?: string, sign?: string) =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : (sign ?? ''),
    ),
  );
}

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The classes of a page's elements, sorted. */
function classesIn(html: string): string[] {
  const names = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, value = '']) =>
    value.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => references[name] ?? '').split(/\s+/),
  );
  return [...new Set(names.flat())].sort();
}

/** The rules that apply to a page until a script changes it: all that need no other class than the page has. */
function styleFor(css: string, classes: ReadonlySet<string>): string {
  const sheet = postcss.parse(css);
  keepUsed(sheet, (selector) => classesOf(selector).every((name) => classes.has(name)));
  return sheet.toString();
}

/** Two for each page in the cache of visitors: a change of its contents may bring other classes. */
const mostStyles = 8;

/** The part of a style sheet that a page needs, by the sheet's address and the page; null without such a sheet. */
export type StyleOf = (address: string, html: string) => string | null;

/**
 * Cuts style sheets to pages, so that a page is painted without a request for them. Pages of the same classes share one.
 * @param textOf a file of the build by its address
 */
export function openPageStyles(textOf: (address: string) => string | null): StyleOf {
  const made = new Map<string, string>();
  return (address, html) => {
    const css = textOf(address);
    if (css === null) return null;
    const classes = classesIn(html);
    const key = [address, ...classes].join(' ');
    const style = made.get(key) ?? styleFor(css, new Set(classes));
    keepNewest(made, key, style, mostStyles);
    return style;
  };
}

function keepUsed(container: Container<ChildNode>, isUsed: (selector: string) => boolean): void {
  container.each((node) => {
    if (node.type === 'rule') {
      const kept = node.selectors.filter(isUsed);
      if (kept.length === 0) node.remove();
      else if (kept.length < node.selectors.length) node.selectors = kept;
    } else if (node.type === 'atrule' && node.nodes && node.name !== 'keyframes') {
      keepUsed(node, isUsed);
      if (node.nodes.length === 0) node.remove();
    } else if (node.type === 'comment') node.remove();
  });
}
