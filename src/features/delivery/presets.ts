import { type Recipe, recipeSchema } from './recipe.ts';

/** Leaves the sound as it is. */
export const plain: Recipe = {
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
/** Names that sort in the order of the delivery. */
export const numbered = '{ordem} {titulo}';
/** What a station airs: no silence at its ends, all equally loud, in order. */
export const forAir = { silenceDb: -60, levelLufs: -16, pattern: numbered } as const;
const onAir = (recipe: Partial<Recipe>): Recipe => ({ ...plain, ...forAir, ...recipe });

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
    hint: 'Os arquivos como estão, com nomes e tags em ordem.',
    recipe: plain,
  },
  zararadio: {
    label: 'ZaraRadio',
    hint: 'MP3 e uma lista .lst com os caminhos completos.',
    recipe: onAir({ preset: 'zararadio', format: 'mp3-320', lists: ['lst'], folder: 'C:\\Radio' }),
  },
  radioboss: {
    label: 'RadioBOSS',
    hint: 'MP3 com tags e uma lista .m3u8.',
    recipe: onAir({ preset: 'radioboss', format: 'mp3-320', lists: ['m3u8'], folder: 'C:\\Radio' }),
  },
  'playlist-digital': {
    label: 'Playlist Digital',
    hint: 'MP3 com nomes sem acentos e uma lista .m3u8.',
    recipe: onAir({
      preset: 'playlist-digital',
      format: 'mp3-320',
      isAscii: true,
      lists: ['m3u8'],
      folder: 'C:\\Playlist',
    }),
  },
  mairlist: {
    label: 'mAirList',
    hint: 'WAV com bext, AES46 e pontos de cue, e uma lista .m3u8.',
    recipe: onAir({ preset: 'mairlist', format: 'wav', lists: ['m3u8'], folder: 'C:\\Radio' }),
  },
  rivendell: {
    label: 'Rivendell',
    hint: 'WAV com bext, AES46 e pontos de cue para o rdimport.',
    recipe: onAir({ preset: 'rivendell', format: 'wav', levelLufs: -18, isAscii: true, lists: ['csv'] }),
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
