import { zipFileName } from '#features/downloads/zip/names.ts';
import { licenceFiles } from '#features/licences/model.ts';
import type { ListKind } from './list-kinds.ts';

/** The name of a delivery's ZIP, without its ending: the lists in it are called the same. */
const stemOf = (title: string): string => zipFileName(title).replace(/\.zip$/, '');

export const listFileName = (title: string, kind: ListKind): string => `${stemOf(title)}.${kind}`;

/** Names that no track of a delivery may have. */
export const reservedNames = (title: string, kinds: readonly ListKind[]): string[] => [
  ...Object.values(licenceFiles),
  ...kinds.map((kind) => listFileName(title, kind)),
];
