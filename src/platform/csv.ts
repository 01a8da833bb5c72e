/** A number is written with a comma; a text is made harmless. */
export type CsvCell = string | number;

/**
 * A table as a file that a Brazilian spreadsheet opens by a double click: UTF-8 with its mark, semicolons, a comma
 * before decimals, lines that end in CR LF. No cell can become a formula.
 */
export const toCsv = (rows: CsvCell[][]): string =>
  `\ufeff${rows.map((row) => `${row.map(writeCell).join(';')}\r\n`).join('')}`;

function writeCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  // What begins so would be computed by a spreadsheet (OWASP, CSV injection).
  const harmless = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[";\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
