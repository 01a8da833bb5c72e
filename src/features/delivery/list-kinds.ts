/** The lists that automations open, by the ending of their file. */
export const listKinds = ['lst', 'm3u8', 'pls', 'csv'] as const;
export type ListKind = (typeof listKinds)[number];

export const listNames: Record<ListKind, string> = {
  lst: 'Lista do ZaraRadio (.lst)',
  m3u8: 'Lista M3U8 (.m3u8)',
  pls: 'Lista PLS (.pls)',
  csv: 'Planilha (.csv)',
};

/** Lists that hold full paths: they need the folder. */
export const needsFolder = (kinds: readonly ListKind[]): boolean => kinds.some((kind) => kind !== 'csv');

/**
 * Signs of a file's name that a list cannot say: in PLS, programs such as Liquidsoap take '#' anywhere for a comment, and a
 * spreadsheet computes what begins like a formula.
 */
const unwritable: Partial<Record<ListKind, RegExp>> = { pls: /#/g, csv: /^[=+\-@]/ };

/** A name that all these lists can say. */
export const nameForLists = (name: string, kinds: readonly ListKind[]): string =>
  kinds.reduce((text, kind) => text.replace(unwritable[kind] ?? /(?!)/, '_'), name);
