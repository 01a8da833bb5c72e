import { factsOfKind } from '#features/catalog/kinds.ts';
import { lazily } from '#platform/lazily.ts';
import { guessCategory, kindOfKindWord } from './category-guess.ts';
import { foldName, isInstruction, shorten, titleOf, wordsOf } from './draft-names.ts';
import { type DraftCategory, type DraftGroup, type DraftWords, draftLimits } from './drafts.ts';

const listFormat = lazily(() => new Intl.ListFormat('pt-BR'));
const plainNoun = ['Áudio', 'Áudios', 'outros'];

const tagless = new Set(
  'que com para por das dos nas nos uma uns sem mais pra novo nova novos novas pacote pacotes audio audios final mix master versao version copia copy pasta disco volume parte arquivo arquivos mp3 wav flac kbps'.split(
    ' ',
  ),
);

const unnamed = 'Pacote sem nome';

/** Title, description, category and tags of a package, by rules from folder and file names. */
export function wordByRules(group: DraftGroup, categories: DraftCategory[]): DraftWords {
  const fileNames = group.files.map(({ name }) => name);
  const path = group.key === group.folderId ? group.path : [...group.path, group.name];
  const category = guessCategory(path, fileNames, categories);
  return {
    title: shorten(group.name, draftLimits.title) || unnamed,
    description: describe(fileNames, category?.kind ?? null),
    categoryId: category?.id ?? null,
    tags: tagsOf(group.name, fileNames),
  };
}

/** 'Trilhas como Sinos, Trenó e Noite Feliz, entre outras.' Null without a readable name. */
export function describe(fileNames: string[], kind: string | null): string | null {
  const [one, several, others] = (kind && factsOfKind(kind)?.noun) || plainNoun;
  const titles = fileNames
    .filter((name) => !isInstruction(name))
    .map((name) => shorten(withoutKind(titleOf(name)), 60))
    .filter(Boolean);
  const names = [...new Set(titles)].slice(0, 3);
  if (names.length === 0) return null;
  const listed = listFormat().format(names);
  if (fileNames.length === 1) return `${one}: ${listed}.`;
  return fileNames.length > names.length
    ? `${several} como ${listed}, entre ${others}.`
    : `${several}: ${listed}.`;
}

/** 'Trilha Natal Sinos' among trilhas becomes 'Natal Sinos'. */
function withoutKind(title: string): string {
  const [first = '', ...rest] = title.split(' ');
  return rest.length > 0 && kindOfKindWord(foldName(first))
    ? rest.join(' ').replace(/^[\s\-–—:]+/, '')
    : title;
}

/** Words of the folder's name, then those of several files by frequency; with accents. */
export function tagsOf(name: string, fileNames: string[]): string[] {
  const spellings = new Map<string, string>();
  const counts = new Map<string, number>();
  const note = (text: string, weight: number) => {
    const seen = new Set<string>();
    for (const word of titleOf(text)
      .toLocaleLowerCase('pt-BR')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
      const fold = foldName(word);
      if (seen.has(fold) || !isTag(fold)) continue;
      seen.add(fold);
      if (!spellings.has(fold)) spellings.set(fold, word);
      counts.set(fold, (counts.get(fold) ?? 0) + weight);
    }
  };
  for (const fileName of fileNames) if (!isInstruction(fileName)) note(fileName, 1);
  const shared = new Set([...counts].filter(([, count]) => count >= 2).map(([fold]) => fold));
  const own = isInstruction(name) ? [] : wordsOf(name).filter(isTag);
  note(name, 1);
  const others = [...shared].filter((fold) => !own.includes(fold));
  const countOf = (fold: string) => counts.get(fold) ?? 0;
  others.sort((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : 1));
  return [...new Set([...own, ...others])]
    .slice(0, draftLimits.tags)
    .map((fold) => shorten(spellings.get(fold) ?? fold, draftLimits.tag));
}

const isTag = (fold: string): boolean =>
  /^\p{L}[\p{L}\p{N}]{2,}$/u.test(fold) && !tagless.has(fold) && kindOfKindWord(fold) === null;
