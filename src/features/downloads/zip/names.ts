/** Lists the tracks that are missing from a ZIP (DWN-08). */
export const missingListName = 'arquivos-ausentes.txt';

/** A ZIP's name: the title with accents folded and other characters as underscores (A-52, DWN-06). */
export function zipFileName(title: string): string {
  const stem = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]/gu, '_')
    .slice(0, 120);
  return `${/[A-Za-z0-9]/.test(stem) ? stem : 'pacote'}.zip`;
}

/** Makes names unique, ignoring case, by ` (2)`, ` (3)` before the extension. */
export function uniqueNames(names: readonly string[], taken: readonly string[] = []): string[] {
  const key = (name: string) => name.normalize('NFC').toLowerCase();
  const original = new Set(names.map(key));
  const used = new Set(taken.map(key));
  return names.map((name) => {
    let free = name;
    // A numbered name must not collide with another file's own name either.
    for (let number = 2; used.has(key(free)) || (free !== name && original.has(key(free))); number++) {
      free = numbered(name, number);
    }
    used.add(key(free));
    return free;
  });
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const at = dot > 0 ? dot : name.length;
  return `${name.slice(0, at)} (${number})${name.slice(at)}`;
}
