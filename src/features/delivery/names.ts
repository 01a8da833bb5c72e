import { uniqueNames } from '#features/downloads/zip/names.ts';
import { safeFileName } from '#platform/http/disposition.ts';
import { type ListKind, nameForLists } from './list-kinds.ts';
import { foldToAscii, foldToWindows1252 } from './windows-1252.ts';

/** What a pattern may name, with its words for the form. */
export const placeholders = {
  ordem: 'a posição: 01, 02…',
  titulo: 'o nome da faixa',
  pacote: 'o pacote',
  categoria: 'Trilhas, Efeitos Sonoros…',
  bpm: 'o andamento, quando conhecido',
  duracao: 'a duração: 0m30s',
} as const;
type Placeholder = keyof typeof placeholders;

export const longestPattern = 100;
/** Longest name without its ending: with the folder it stays below the 260 characters of Windows. */
const longestName = 100;

/** The facts that a name is made of. */
export interface NameFacts {
  position: number;
  total: number;
  title: string;
  packageTitle: string;
  categoryName: string;
  tempoBpm: number | null;
  durationMs: number | null;
  /** The file's ending, without the dot. */
  ending: string;
}

/** How names are written: any letters, those of Windows-1252, or ASCII. */
export type Letters = 'all' | 'windows' | 'ascii';

const named = /\{([^{}]*)\}/g;

/** The first name in braces that is no placeholder; null: the pattern is right. */
export const findUnknown = (pattern: string): string | null =>
  [...pattern.matchAll(named)]
    .map(([, name = '']) => name)
    .find((name) => !Object.hasOwn(placeholders, name)) ?? null;

const inMinutes = (ms: number | null): string => {
  const seconds = Math.round((ms ?? 0) / 1000);
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`;
};

/** The track's name without the ending of its file. */
export const titleOf = (trackName: string): string => trackName.replace(/\.(mp3|wav|flac|ogg|m4a)$/i, '');

function write(pattern: string, facts: NameFacts): string {
  const texts: Record<Placeholder, string> = {
    ordem: String(facts.position).padStart(Math.max(2, String(facts.total).length), '0'),
    titulo: facts.title,
    pacote: facts.packageTitle,
    categoria: facts.categoryName,
    bpm: facts.tempoBpm === null ? '' : String(Math.round(facts.tempoBpm)),
    duracao: inMinutes(facts.durationMs),
  };
  // What is unknown leaves no empty brackets and no double space.
  return pattern
    .replace(named, (whole, name: string) =>
      Object.hasOwn(texts, name) ? texts[name as Placeholder] : whole,
    )
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const letter: Record<Letters, (text: string) => string> = {
  all: (text) => text,
  windows: foldToWindows1252,
  ascii: foldToAscii,
};

/** How the names of a delivery are made. */
interface Naming {
  pattern: string;
  letters: Letters;
  lists: readonly ListKind[];
}

/** The names of a delivery's files: safe on Windows and for its lists, unique whatever their case, none of them taken. */
export function nameFiles(
  { pattern, letters, lists }: Naming,
  files: readonly NameFacts[],
  taken: readonly string[],
): string[] {
  const names = files.map((facts) => {
    // Cut first: a long title that is named often would cost seconds to make safe.
    const text = letter[letters](write(pattern, facts).slice(0, 4 * longestName));
    const stem = nameForLists(safeFileName(Array.from(text).slice(0, longestName).join(''), 'faixa'), lists);
    return safeFileName(`${stem}.${facts.ending}`);
  });
  return uniqueNames(names, taken);
}
