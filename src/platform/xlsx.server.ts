import writeExcelFile from 'write-excel-file/node';

/** Excel reads '_x0041_' in a text as 'A' (ECMA-376, ST_Xstring): the first sign is written as its own code. */
const asText = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');

/** A sheet with a bold first row. Cells are values, never formulas. */
export async function writeXlsx(rows: (string | number)[][], sheet: string): Promise<Buffer> {
  const [head = [], ...rest] = rows;
  const data = [
    head.map((value) => ({ value: asText(String(value)), type: String, fontWeight: 'bold' as const })),
    ...rest.map((row) =>
      row.map((value) =>
        typeof value === 'number' ? { value, type: Number } : { value: asText(value), type: String },
      ),
    ),
  ];
  return writeExcelFile(data, { sheet, stickyRowsCount: 1 }).toBuffer();
}
