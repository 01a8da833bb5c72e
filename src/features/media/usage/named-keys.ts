/** Encodings of a text that may hide a key; each decodes one. */
const rewritings: ((text: string) => string)[] = [
  (text) => text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, readEntity),
  (text) =>
    text.replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => text.replace(/\\(.)/g, '$1'),
  // A form encodes a space as a plus, and a plus in percents.
  (text) => text.replaceAll('+', ' '),
  (text) => text.replace(/(?:%[\da-f]{2})+/gi, readPercents),
  // A URL in the query of another is percent-encoded twice.
  (text) => text.replace(/(?:%[\da-f]{2})+/gi, readPercents),
];

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function readEntity(whole: string, decimal = '', hex = '', name = ''): string {
  if (name) return entities[name.toLowerCase()] ?? whole;
  const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function readPercents(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

/** The text with every combination of HTML, JSON, Markdown and URL decoding. */
function readings(text: string): Set<string> {
  const all = new Set([text.normalize()]);
  for (const rewrite of rewritings) {
    const known = [...all];
    for (const one of known) all.add(rewrite(one).normalize());
  }
  return all;
}

/** Finds keys in texts and URLs, however encoded. A false match only keeps a file longer. */
export class KeyFinder {
  /** Keys by their search form. */
  readonly #keys = new Map<string, string>();
  readonly #lengths: number[];
  /** First folders of the keys; a text that mentions a key contains one of them. */
  readonly folders: string[];

  constructor(keys: Iterable<string>) {
    for (const key of keys) this.#keys.set(key.normalize(), key);
    const known = [...this.#keys.keys()];
    this.#lengths = [...new Set(known.map(({ length }) => length))];
    this.folders = [...new Set(known.flatMap((key) => key.split('/', 1)))];
  }

  /** Yields the keys mentioned in a text, or in any text of a JSON value. */
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
