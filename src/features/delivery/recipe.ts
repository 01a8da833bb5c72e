import { z } from 'zod';
import type { RenderFormat } from '#features/media/rendering/model.ts';
import { longestFolder, readFolder } from './folder.ts';
import { type ListKind, listKinds, needsFolder } from './list-kinds.ts';
import { findUnknown, type Letters, longestPattern } from './names.ts';
import { id3Versions } from './tags/versions.ts';
import { fitsWindows1252 } from './windows-1252.ts';

/** Formats of delivered files, with their words. */
export const formats = {
  original: 'Como está',
  'mp3-320': 'MP3 320 kbps',
  'mp3-192': 'MP3 192 kbps',
  wav: 'WAV 44,1 kHz 16 bits',
  flac: 'FLAC',
} as const satisfies Record<RenderFormat | 'original', string>;
type DeliveryFormat = keyof typeof formats;
export const formatKeys = Object.keys(formats) as [DeliveryFormat, ...DeliveryFormat[]];

/** Levels below which silence at both ends may be cut, in dBFS. */
export const silenceLevels = [-60, -50, -40] as const;
export const bounds = {
  level: { least: -30, most: -9 },
  seconds: { least: 1, most: 600 },
  fade: { least: 0, most: 15 },
} as const;

/** How tracks are prepared for the air. */
export const recipeSchema = z.object({
  preset: z.string().max(40),
  format: z.enum(formatKeys),
  levelLufs: z.number().min(bounds.level.least).max(bounds.level.most).nullable(),
  silenceDb: z.literal(silenceLevels).nullable(),
  lengthMs: z
    .number()
    .int()
    .min(bounds.seconds.least * 1000)
    .max(bounds.seconds.most * 1000)
    .nullable(),
  onBeat: z.boolean(),
  fadeMs: z
    .number()
    .int()
    .min(0)
    .max(bounds.fade.most * 1000),
  pattern: z.string().min(1).max(longestPattern),
  isAscii: z.boolean(),
  isTagged: z.boolean(),
  id3: z.enum(id3Versions),
  lists: z.array(z.enum(listKinds)).max(listKinds.length),
  folder: z.string().max(longestFolder),
});
export type Recipe = z.infer<typeof recipeSchema>;

/** What is said of a wish that is out of bounds. */
export const words = {
  level: `O nível vai de ${bounds.level.least} a ${bounds.level.most} LUFS.`.replaceAll('-', '\u2212'),
  length: `A duração vai de ${bounds.seconds.least} a ${bounds.seconds.most} segundos.`,
  fade: `O fade vai de ${bounds.fade.least} a ${bounds.fade.most} segundos.`,
  folder:
    'Informe a pasta completa onde os arquivos vão ficar, como C:\\Radio\\Natal, sem os caracteres < > : " | ? *.',
  signs: 'Nas listas PLS, o sinal # começa um comentário: use uma pasta sem ele, ou outra lista.',
  letters: 'O ZaraRadio não lê esta pasta: use só letras comuns do português.',
};

/** How files are to be named, and where they will lie. */
interface Naming {
  pattern: string;
  lists: readonly ListKind[];
  /** Null: lists name the files alone, beside which they lie. */
  folder: string | null;
}

/** The folder of a recipe as lists name it. @param refuse called for each field that is wrong */
export function readNaming(
  { pattern, lists, folder: written }: Naming,
  refuse: (field: 'pattern' | 'folder', message: string) => void,
): string {
  const unknown = findUnknown(pattern);
  if (unknown !== null) refuse('pattern', `Não conheço {${unknown}}. Use só os campos que existem.`);
  const folder = written?.trim() ? readFolder(written) : '';
  if (folder === null || (folder === '' && written !== null && needsFolder(lists)))
    refuse('folder', words.folder);
  else if (lists.includes('lst') && !fitsWindows1252(folder)) refuse('folder', words.letters);
  else if (lists.includes('pls') && folder.includes('#')) refuse('folder', words.signs);
  return folder ?? '';
}

/** How names are written: an old list names only what Windows-1252 has. */
export const lettersOf = ({ isAscii, lists }: Recipe): Letters =>
  isAscii ? 'ascii' : lists.includes('lst') ? 'windows' : 'all';
