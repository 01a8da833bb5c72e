import { z } from 'zod';
import { type RenderFormat, type RenderWish, renderFormats } from '#features/media/rendering/model.ts';
import type { SoundType } from '#features/media/sound-type.ts';
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
const formatKeys = Object.keys(formats) as [DeliveryFormat, ...DeliveryFormat[]];

/** Levels and lengths that the form offers by name; others are typed. */
export const usualLevels = [-16, -18, -23] as const;
export const usualSeconds = [15, 30, 60] as const;
/** Levels below which silence at both ends may be cut, in dBFS. */
export const silenceLevels = [-60, -50, -40] as const;
export const bounds = {
  level: { least: -30, most: -9 },
  seconds: { least: 1, most: 600 },
  fade: { least: 0, most: 15 },
} as const;

/** How tracks are prepared for the air. */
const recipeSchema = z.object({
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

const plain: Recipe = {
  preset: 'pasta',
  format: 'original',
  levelLufs: null,
  silenceDb: null,
  lengthMs: null,
  onBeat: false,
  fadeMs: 0,
  pattern: '{titulo}',
  isAscii: false,
  isTagged: true,
  id3: '2.3',
  lists: [],
  folder: '',
};
const numbered = '{ordem} {titulo}';
const forAir = { silenceDb: -60, levelLufs: -16, pattern: numbered } as const;

interface Preset {
  label: string;
  /** What it is for, in a sentence. */
  hint: string;
  recipe: Recipe;
}

/** Ready recipes by the program that plays the files. */
const presetTable = {
  pasta: {
    label: 'Pasta simples',
    hint: 'Os arquivos como são, com nomes e tags em ordem.',
    recipe: plain,
  },
  zararadio: {
    label: 'ZaraRadio',
    hint: 'MP3 e uma lista .lst com os caminhos completos.',
    recipe: {
      ...plain,
      ...forAir,
      preset: 'zararadio',
      format: 'mp3-320',
      lists: ['lst'],
      folder: 'C:\\Radio',
    },
  },
  radioboss: {
    label: 'RadioBOSS',
    hint: 'MP3 com tags e uma lista .m3u8.',
    recipe: {
      ...plain,
      ...forAir,
      preset: 'radioboss',
      format: 'mp3-320',
      lists: ['m3u8'],
      folder: 'C:\\Radio',
    },
  },
  'playlist-digital': {
    label: 'Playlist Digital',
    hint: 'MP3 com nomes sem acentos e uma lista .m3u8.',
    recipe: {
      ...plain,
      ...forAir,
      preset: 'playlist-digital',
      format: 'mp3-320',
      isAscii: true,
      lists: ['m3u8'],
      folder: 'C:\\Playlist',
    },
  },
  mairlist: {
    label: 'mAirList',
    hint: 'WAV com bext, AES46 e pontos de cue, e uma lista .m3u8.',
    recipe: {
      ...plain,
      ...forAir,
      preset: 'mairlist',
      format: 'wav',
      lists: ['m3u8'],
      folder: 'C:\\Radio',
    },
  },
  rivendell: {
    label: 'Rivendell',
    hint: 'WAV com bext, AES46 e pontos de cue para o rdimport.',
    recipe: {
      ...plain,
      ...forAir,
      preset: 'rivendell',
      format: 'wav',
      levelLufs: -18,
      isAscii: true,
      lists: ['csv'],
    },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presetTable;
export const presets: Readonly<Record<PresetName, Preset>> = presetTable;
export const presetNames = Object.keys(presets) as PresetName[];
export const firstRecipe: Recipe = presets.zararadio.recipe;

/** A stored recipe; the usual one when it is of an older shape. */
export function readRecipe(stored: unknown): Recipe {
  const parsed = recipeSchema.safeParse(stored);
  return parsed.success ? parsed.data : firstRecipe;
}

const isTicked = z.string().optional().transform(Boolean);
const decimal = (text: string): number =>
  Number(text.trim().replace(',', '.').replace('\u2212', '-') || Number.NaN);

const textField = (most: number, message: string) => z.string().max(most, message).default('');

/** The form as it is sent: choices by name, and what is typed beside them. */
const sentSchema = z.object({
  preset: z.enum(presetNames as [PresetName, ...PresetName[]]).catch('pasta'),
  format: z.enum(formatKeys, { error: 'Escolha o formato.' }),
  level: z.string().max(20),
  ownLevel: textField(20, 'Informe o nível em LUFS.'),
  silence: z.string().max(20),
  length: z.string().max(20),
  ownLength: textField(20, 'Informe a duração em segundos.'),
  onBeat: isTicked,
  fade: textField(20, 'Informe o fade em segundos.'),
  pattern: z
    .string()
    .trim()
    .min(1, 'Informe como os arquivos se chamam.')
    .max(longestPattern, `Use até ${longestPattern} caracteres.`),
  isAscii: isTicked,
  isTagged: isTicked,
  id3: z.enum(id3Versions).catch('2.3'),
  lst: isTicked,
  m3u8: isTicked,
  pls: isTicked,
  csv: isTicked,
  folder: textField(400, 'O caminho da pasta é longo demais.'),
});

/** The text of the form's fields. */
export type RecipeText = Record<
  | 'preset'
  | 'format'
  | 'level'
  | 'ownLevel'
  | 'silence'
  | 'length'
  | 'ownLength'
  | 'fade'
  | 'pattern'
  | 'id3'
  | 'folder',
  string
> &
  Record<'onBeat' | 'isAscii' | 'isTagged' | ListKind, boolean>;

const words = {
  level: `O nível vai de ${bounds.level.least} a ${bounds.level.most} LUFS.`.replaceAll('-', '\u2212'),
  length: `A duração vai de ${bounds.seconds.least} a ${bounds.seconds.most} segundos.`,
  fade: `O fade vai de ${bounds.fade.least} a ${bounds.fade.most} segundos.`,
  folder:
    'Informe a pasta completa onde os arquivos vão ficar, como C:\\Radio\\Natal, sem os caracteres < > : " | ? *.',
  letters: 'O ZaraRadio não lê esta pasta: use só letras comuns do português.',
};

/** Reads the form of a recipe. Every bound is checked here, whatever the page allowed. */
export const recipeForm = sentSchema.transform((sent, ctx): Recipe => {
  const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  const within = (
    path: string,
    text: string,
    { least, most }: { least: number; most: number },
    message: string,
  ) => {
    const value = decimal(text);
    if (value >= least && value <= most) return value;
    refuse(path, message);
    return least;
  };
  const levelLufs =
    sent.level === 'original'
      ? null
      : sent.level === 'own'
        ? within('ownLevel', sent.ownLevel, bounds.level, words.level)
        : within('level', sent.level, bounds.level, words.level);
  const seconds =
    sent.length === 'whole'
      ? null
      : sent.length === 'own'
        ? within('ownLength', sent.ownLength, bounds.seconds, words.length)
        : within('length', sent.length, bounds.seconds, words.length);
  const fade = sent.fade === '' ? 0 : within('fade', sent.fade, bounds.fade, words.fade);
  const lists = listKinds.filter((kind) => sent[kind]);
  const folder = sent.folder.trim() === '' ? '' : readFolder(sent.folder);
  if (folder === null || (folder === '' && needsFolder(lists))) refuse('folder', words.folder);
  else if (lists.includes('lst') && !fitsWindows1252(folder)) refuse('folder', words.letters);
  const unknown = findUnknown(sent.pattern);
  if (unknown !== null) refuse('pattern', `Não conheço {${unknown}}. Use os campos da lista abaixo.`);
  return {
    preset: sent.preset,
    format: sent.format,
    levelLufs,
    silenceDb: silenceLevels.find((db) => String(db) === sent.silence) ?? null,
    lengthMs: seconds === null ? null : Math.round(seconds * 1000),
    onBeat: sent.onBeat,
    fadeMs: Math.round(fade * 1000),
    pattern: sent.pattern,
    isAscii: sent.isAscii,
    isTagged: sent.isTagged,
    id3: sent.id3,
    lists,
    folder: folder ?? '',
  };
});

const inWords = (value: number): string => String(value).replace('.', ',').replace('-', '\u2212');

/** The form's text of a recipe. */
export function textOfRecipe(recipe: Recipe): RecipeText {
  const { levelLufs: level, lengthMs, silenceDb, fadeMs, lists } = recipe;
  const isUsualLevel = usualLevels.some((one) => one === level);
  const isUsualLength = usualSeconds.some((one) => one * 1000 === lengthMs);
  const { preset, format, pattern, id3, folder, onBeat, isAscii, isTagged } = recipe;
  return {
    preset,
    format,
    pattern,
    id3,
    folder,
    onBeat,
    isAscii,
    isTagged,
    level: level === null ? 'original' : isUsualLevel ? String(level) : 'own',
    ownLevel: level === null ? '' : inWords(level),
    silence: silenceDb === null ? 'keep' : String(silenceDb),
    length: lengthMs === null ? 'whole' : isUsualLength ? String(lengthMs / 1000) : 'own',
    ownLength: lengthMs === null ? '' : inWords(lengthMs / 1000),
    fade: fadeMs === 0 ? '' : inWords(fadeMs / 1000),
    lst: lists.includes('lst'),
    m3u8: lists.includes('m3u8'),
    pls: lists.includes('pls'),
    csv: lists.includes('csv'),
  };
}

/** The cut and the fade that a form asks for, as far as they can be read while one types. */
export function readLength(text: RecipeText): { lengthMs: number | null; fadeMs: number } {
  const seconds =
    text.length === 'whole' ? null : decimal(text.length === 'own' ? text.ownLength : text.length);
  const { least, most } = bounds.seconds;
  const fade = decimal(text.fade);
  return {
    lengthMs: seconds !== null && seconds >= least && seconds <= most ? Math.round(seconds * 1000) : null,
    fadeMs: fade >= 0 && fade <= bounds.fade.most ? Math.round(fade * 1000) : 0,
  };
}

/** Whether a recipe can be made without ffmpeg: nothing of it touches the sound. */
export const needsFfmpeg = (recipe: Recipe): boolean => recipe.format !== 'original' || touchesSound(recipe);

const touchesSound = ({ levelLufs, silenceDb, lengthMs, fadeMs }: Recipe): boolean =>
  levelLufs !== null || silenceDb !== null || lengthMs !== null || fadeMs > 0;

/** How names are written: an old list names only what Windows-1252 has. */
export const lettersOf = ({ isAscii, lists }: Recipe): Letters =>
  isAscii ? 'ascii' : lists.includes('lst') ? 'windows' : 'all';

/** What a sound becomes that is changed and keeps its format as far as that can be. */
const sameFormat: Record<SoundType, RenderFormat> = {
  mp3: 'mp3-320',
  wav: 'wav',
  flac: 'flac',
  ogg: 'mp3-320',
  m4a: 'mp3-320',
};

/** A track as far as it decides how it is made. */
interface Original {
  type: SoundType;
  size: number | null;
  durationMs: number | null;
  tempoBpm: number | null;
}

/** Whether an MP3 has the asked rate already; encoding it again would only cost quality. */
function isAlready(format: RenderFormat, { type, size, durationMs }: Original): boolean {
  if (renderFormats[format].type !== 'mp3' || type !== 'mp3' || !size || !durationMs) return false;
  const asked = renderFormats[format].bitsPerSecond;
  return Math.abs((size * 8000) / durationMs / asked - 1) < 0.03;
}

/** What becomes of a track; null: its own bytes are delivered. Pure: equal recipes of equal tracks are equal. */
export function wishOf(recipe: Recipe, track: Original): RenderWish | null {
  const format = recipe.format === 'original' ? sameFormat[track.type] : recipe.format;
  const isUntouched = !touchesSound(recipe);
  if (isUntouched && (recipe.format === 'original' || isAlready(format, track))) return null;
  const { levelLufs, silenceDb, lengthMs, fadeMs } = recipe;
  const tempoBpm = recipe.onBeat && lengthMs !== null ? track.tempoBpm : null;
  return { format, levelLufs, silenceDb, lengthMs, tempoBpm, fadeMs };
}

/** About how many bytes a track becomes. */
export function estimateBytes(recipe: Recipe, track: Original): number {
  const wish = wishOf(recipe, track);
  if (!wish) return track.size ?? 0;
  const durationMs = Math.min(wish.lengthMs ?? Number.POSITIVE_INFINITY, track.durationMs ?? 60_000);
  return Math.ceil((durationMs / 8000) * renderFormats[wish.format].bitsPerSecond);
}

const missingRecipe = 'A receita está incompleta ou fora dos limites.';

/** The recipe of a call: the same bounds as those of the form. */
export const recipeOfCall = z
  .object({
    format: z.enum(formatKeys, { error: 'Escolha o formato.' }),
    lufs: z.number().min(bounds.level.least, words.level).max(bounds.level.most, words.level).nullish(),
    trim: z.boolean({ error: missingRecipe }).default(false),
    lengthS: z
      .number()
      .min(bounds.seconds.least, words.length)
      .max(bounds.seconds.most, words.length)
      .nullish(),
    names: z.string().trim().min(1).max(longestPattern).nullish(),
    tags: z.boolean({ error: missingRecipe }).default(true),
    lists: z.array(z.enum(listKinds)).max(listKinds.length).default([]),
    folder: z.string().max(400).nullish(),
  })
  .transform((call, ctx): Recipe => {
    const refuse = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: ['recipe', path], message });
    const folder = call.folder ? readFolder(call.folder) : '';
    const pattern = call.names ?? numbered;
    const unknown = findUnknown(pattern);
    if (unknown !== null) refuse('names', `Não conheço {${unknown}}.`);
    if (folder === null || (folder === '' && needsFolder(call.lists))) refuse('folder', words.folder);
    else if (call.lists.includes('lst') && !fitsWindows1252(folder)) refuse('folder', words.letters);
    const lengthMs = call.lengthS == null ? null : Math.round(call.lengthS * 1000);
    return {
      ...plain,
      format: call.format,
      levelLufs: call.lufs ?? null,
      silenceDb: call.trim ? forAir.silenceDb : null,
      lengthMs,
      onBeat: lengthMs !== null,
      fadeMs: lengthMs === null ? 0 : Math.round(Math.min(2000, lengthMs / 2)),
      pattern,
      isTagged: call.tags,
      lists: [...new Set(call.lists)],
      folder: folder ?? '',
    };
  });
