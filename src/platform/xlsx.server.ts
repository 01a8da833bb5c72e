import writeExcelFile from 'write-excel-file/node';

/** A sheet with a bold first row. Cells are values, never formulas. */
export async function writeXlsx(rows: (string | number)[][], sheet: string): Promise<Buffer> {
  const [head = [], ...rest] = rows;
  const data = [
    head.map((value) => ({ value: String(value), type: String, fontWeight: 'bold' as const })),
    ...rest.map((row) => row.map((value) => ({ value, type: typeof value === 'number' ? Number : String }))),
  ];
  return writeExcelFile(data, { sheet, stickyRowsCount: 1 }).toBuffer();
}
