import { z } from 'zod';
import { idSchema } from '#platform/id-schema.ts';
import { readDecimal } from '#platform/number.ts';
import { typedLine } from '#platform/typed-text.ts';
import { listKinds } from './list-kinds.ts';
import { sources } from './model.ts';
import { longestPattern } from './names.ts';
import { type PresetName, presetNames } from './presets.ts';
import { bounds, formatKeys, type Recipe, readNaming, silenceLevels, words } from './recipe.ts';
import { id3Versions } from './tags/versions.ts';

/** What the form prepares. */
export const sourceSchema = z.object({ source: z.enum(sources), sourceId: idSchema });

/** Levels and lengths that the form offers by name; others are typed. */
export const usualLevels = [-16, -18, -23] as const;
export const usualSeconds = [15, 30, 60] as const;
const isTicked = z.string().optional().transform(Boolean);

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
  pattern: typedLine()
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
export type RecipeText = { [Name in keyof Sent]: Sent[Name] extends boolean ? boolean : string };
type Sent = z.output<typeof sentSchema>;

/** Reads the form of a recipe. Every bound is checked here, whatever the page allowed. */
export const recipeForm = sentSchema.transform((sent, ctx): Recipe => {
  const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  const within = (
    field: 'level' | 'ownLevel' | 'length' | 'ownLength' | 'fade',
    { least, most }: { least: number; most: number },
    message: string,
  ) => {
    const value = readDecimal(sent[field]);
    if (value >= least && value <= most) return value;
    refuse(field, message);
    return least;
  };
  const level = sent.level === 'own' ? 'ownLevel' : 'level';
  const levelLufs = sent.level === 'original' ? null : within(level, bounds.level, words.level);
  const length = sent.length === 'own' ? 'ownLength' : 'length';
  const seconds = sent.length === 'whole' ? null : within(length, bounds.seconds, words.length);
  const fade = sent.fade === '' ? 0 : within('fade', bounds.fade, words.fade);
  const lists = listKinds.filter((kind) => sent[kind]);
  const folder = readNaming({ pattern: sent.pattern, lists, folder: sent.folder }, refuse);
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
    folder,
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
    text.length === 'whole' ? null : readDecimal(text.length === 'own' ? text.ownLength : text.length);
  const { least, most } = bounds.seconds;
  const fade = readDecimal(text.fade);
  return {
    lengthMs: seconds !== null && seconds >= least && seconds <= most ? Math.round(seconds * 1000) : null,
    fadeMs: fade >= 0 && fade <= bounds.fade.most ? Math.round(fade * 1000) : 0,
  };
}
