import { elementAt } from '#platform/elements.ts';

/** Rows that are read together: with them a job's memory is bounded, however large a table is. */
export const batchLength = 1000;

/**
 * What a statement finds, in batches. Rows that change meanwhile may be left out, but none comes twice.
 * @param key names the column by which the rows are ordered; it is unique, and never empty
 * @param read the first `length` rows behind a key
 */
export async function* inBatches<Key extends string, Row extends Record<Key, string>>(
  key: Key,
  read: (after: string, length: number) => Promise<Row[]>,
  length = batchLength,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const batch = await read(after, length);
    if (batch.length > 0) yield batch;
    if (batch.length < length) return;
    after = elementAt(batch, -1)[key];
  }
}
