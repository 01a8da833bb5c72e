/** Other ways to write a text, each of which may hide a key or bring it to light. */
const rewritings: ((text: string) => string)[] = [
  (text) => text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, readEntity),
  (text) =>
    text.replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => text.replace(/\\(.)/g, '$1'),
  // A form writes a space as a plus, and a plus in percents.
  (text) => text.replaceAll('+', ' '),
  (text) => text.replace(/(?:%[\da-f]{2})+/gi, readPercents),
  // An address in the query of another is percent-encoded twice.
  (text) => text.replace(/(?:%[\da-f]{2})+/gi, readPercents),
];

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function readEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return entities[name.toLowerCase()] ?? whole;
  const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function readPercents(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

/** A text in every way in which it can be read: as it is, and without what HTML, JSON, Markdown and addresses add. */
function readings(text: string): Set<string> {
  const all = new Set([text.normalize()]);
  for (const rewrite of rewritings) {
    const known = [...all];
    for (const one of known) all.add(rewrite(one).normalize());
  }
  return all;
}

/**
 * Finds which of some keys texts name. A key counts as named wherever it stands, as itself or in an address of any host,
 * with query, percent signs, entities or backslashes: what is taken for named by mistake only stays a while longer.
 */
export class KeyFinder {
  /** Keys by how they are looked for. */
  readonly #keys = new Map<string, string>();
  readonly #lengths: number[];
  /** First folders of the keys, one of which every text has that names any. */
  readonly folders: string[];

  constructor(keys: Iterable<string>) {
    for (const key of keys) this.#keys.set(key.normalize(), key);
    const known = [...this.#keys.keys()];
    this.#lengths = [...new Set(known.map(({ length }) => length))];
    this.folders = [...new Set(known.map((key) => key.split('/', 1)[0]!))];
  }

  /** The keys that a text, or any text in a JSON value, names. */
  *in(value: unknown): Generator<string> {
    if (typeof value === 'string') for (const text of readings(value)) yield* this.#inText(text);
    else if (value && typeof value === 'object')
      for (const [name, part] of Object.entries(value)) {
        yield* this.in(name);
        yield* this.in(part);
      }
  }

  *#inText(text: string): Generator<string> {
    for (const folder of this.folders) {
      for (let at = text.indexOf(folder); at >= 0; at = text.indexOf(folder, at + 1)) {
        for (const length of this.#lengths) {
          const key = this.#keys.get(text.slice(at, at + length));
          if (key !== undefined) yield key;
        }
      }
    }
  }
}
