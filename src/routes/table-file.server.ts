import { streamCsv } from '#platform/csv.server.ts';
import type { CsvCell } from '#platform/csv.ts';
import { AppError } from '#platform/errors.ts';
import { writeXlsx } from '#platform/xlsx.server.ts';

/** Rows of a sheet, which is made in memory; the CSV has no such bound. */
const mostRows = 10_000;

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
export type TableType = keyof typeof types;
export const tableTypes = Object.keys(types) as TableType[];

/**
 * A table as a download: CSV of any length, written as it is read, or a sheet. @param name of the file, without its
 * ending @throws AppError when a sheet would be too long
 */
export async function tableFile(
  name: string,
  type: TableType,
  head: string[],
  parts: AsyncIterable<CsvCell[][]>,
): Promise<Response> {
  const body = type === 'csv' ? streamCsv(head, parts) : await makeSheet(head, parts);
  return new Response(body, {
    headers: {
      'Content-Type': types[type],
      'Content-Disposition': `attachment; filename="${name}.${type}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

async function makeSheet(head: string[], parts: AsyncIterable<CsvCell[][]>) {
  const all: CsvCell[][] = [head];
  for await (const part of parts) {
    all.push(...part);
    if (all.length > mostRows) {
      throw new AppError('too-large', 'São linhas demais para uma planilha: filtre a lista ou baixe o CSV.');
    }
  }
  return new Uint8Array(await writeXlsx(all, 'Lista'));
}
