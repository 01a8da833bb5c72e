/** Numbers get a decimal comma; texts are escaped. */
export type CsvCell = string | number;

/** CSV for a Brazilian spreadsheet: UTF-8 with BOM, semicolons, decimal commas, CR LF; no formulas. */
export const toCsv = (rows: CsvCell[][]): string => `\ufeff${writeRows(rows)}`;

/** Further rows, after `toCsv` has written the first. */
export const writeRows = (rows: CsvCell[][]): string =>
  rows.map((row) => `${row.map(writeCell).join(';')}\r\n`).join('');

function writeCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  // A spreadsheet would compute a cell that begins like this (OWASP, CSV injection).
  const harmless = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[";\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
