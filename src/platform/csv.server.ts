import { Readable } from 'node:stream';
import { type CsvCell, toCsv, writeRows } from './csv.ts';

/** A list of any length as CSV: its parts are written as they are read. */
export function streamCsv(head: string[], parts: AsyncIterable<CsvCell[][]>): ReadableStream {
  const write = async function* () {
    yield toCsv([head]);
    for await (const rows of parts) yield writeRows(rows);
  };
  return Readable.toWeb(Readable.from(write()).map((text: string) => Buffer.from(text))) as ReadableStream;
}
