/** An array or a typed array. */
interface Row<T> {
  readonly length: number;
  at(place: number): T | undefined;
}

/** An element that the caller knows to exist; negative indexes count from the end. */
export function elementAt<T>(row: Row<T>, place: number): T {
  const element = row.at(place);
  if (element === undefined) throw new RangeError(`nothing stands at ${place} of ${row.length}`);
  return element;
}

/** The first element where there always is one: the row of an insert, the issue of a failed parse. */
export const firstOf = <T>(row: Row<T>): T => elementAt(row, 0);

/** Puts an entry last, as the newest, and drops the oldest beyond `most`. */
export function keepNewest<K, V>(kept: Map<K, V>, key: K, value: V, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}

/** The rows in parts: a statement takes 65,535 parameters at most. */
export function* inParts<T>(rows: readonly T[], length = 1000): Generator<T[]> {
  for (let at = 0; at < rows.length; at += length) yield rows.slice(at, at + length);
}

/** The same for rows that arrive one after the other. */
export async function* gathered<T>(rows: AsyncIterable<T>, length = 1000): AsyncGenerator<T[]> {
  let part: T[] = [];
  for await (const row of rows) {
    if (part.push(row) < length) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** A number of things, and the first of them: there may be any number, and only some can be shown. */
export interface Examples {
  count: number;
  first: string[];
}
const examplesKept = 100;

export const noExamples = (): Examples => ({ count: 0, first: [] });

export function addTo(examples: Examples, more: string[]): void {
  examples.count += more.length;
  examples.first.push(...more.slice(0, examplesKept - examples.first.length));
}
