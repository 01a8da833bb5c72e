/** Elements in a row that are read by place: an array, a typed array. */
interface Row<T> {
  readonly length: number;
  at(place: number): T | undefined;
}

/** The element at a place that the caller knows to be filled; negative places count from the end. */
export function elementAt<T>(row: Row<T>, place: number): T {
  const element = row.at(place);
  if (element === undefined) throw new RangeError(`nothing stands at ${place} of ${row.length}`);
  return element;
}

/** The first element where there always is one: the row that an insert returns, the issue of a failed reading. */
export const firstOf = <T>(row: Row<T>): T => elementAt(row, 0);

/** Puts an entry last, as the newest, and lets the oldest go when there are more than `most`. */
export function keepNewest<K, V>(kept: Map<K, V>, key: K, value: V, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}
