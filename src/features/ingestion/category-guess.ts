import type { Kind } from '#features/catalog/kinds.ts';
import { wordsOf } from './draft-names.ts';
import type { DraftCategory } from './drafts.ts';

/** Words for each kind of category, folded. */
const kindWords: Record<Kind, string[]> = {
  trilhas: [
    'trilha trilhas soundtrack soundtracks bg bgs background backgrounds fundo fundos musica musicas music',
    'instrumental instrumentais bed beds cama camas track tracks',
  ],
  'efeitos-sonoros': [
    'efeito efeitos sfx fx effect effects ruido ruidos barulho barulhos impacto impactos whoosh whooshes',
    'transicao transicoes foley',
  ],
  'pacotes-vinhetas': [
    'vinheta vinhetas vht vhts jingle jingles prefixo prefixos sweeper sweepers stinger stingers chamada chamadas',
  ],
  programetes: ['programete programetes programa programas boletim boletins quadro quadros podcast podcasts'],
};

const kindOfWord = new Map(
  Object.entries(kindWords).flatMap(([kind, lines]) =>
    lines.flatMap((line) => line.split(' ')).map((word) => [word, kind] as const),
  ),
);

/** The kind that a folded word names; null for any other. */
export const kindOfKindWord = (word: string): string | null => kindOfWord.get(word) ?? null;

/** The same stem for singular and plural: 'datas' and 'data', 'especiais' and 'especial'. */
const stem = (word: string): string =>
  word
    .replace(/(?<=\p{L}{2})oes$/u, 'ao')
    .replace(/(?<=\p{L}{2})ais$/u, 'al')
    .replace(/(?<=\p{L}{3})s$/u, '')
    .replace(/(?<=\p{L}{3})[oa]$/u, '');

const linking = new Set(['de', 'da', 'do', 'das', 'dos', 'em', 'para', 'com', 'pacote', 'pacotes']);

/** Words that imply a word of a category's name, folded: 'natal' implies 'datas'. */
const belonging: Record<string, string> = {
  datas:
    'natal natalino natalina reveillon carnaval pascoa junina junino juninas joao namorados maes pais criancas finados halloween aniversario independencia',
  esporte: 'futebol gol gols torcida arquibancada estadio campeonato copa',
  esportes: 'futebol gol gols torcida arquibancada estadio campeonato copa',
  jornalismo: 'jornal noticia noticias noticiario plantao reportagem manchete manchetes',
};
const belongs = new Map(Object.entries(belonging).map(([word, list]) => [word, list.split(' ')]));

/** Weights: the folder's own name, each name above it, and all file names together. */
const weights = { own: 4, above: 2, files: 3 } as const;

/**
 * Guesses a category from names: by words for its kind and words of its name, in the folder's own name first, then
 * those above, then most file names. Null without a match. @param path folder names from the top down to the files'
 * own
 */
export function guessCategory(
  path: string[],
  fileNames: string[],
  categories: DraftCategory[],
): DraftCategory | null {
  const levels = path.toReversed().map((name, at) => ({
    words: new Set(wordsOf(name)),
    weight: at === 0 ? weights.own : weights.above / at,
  }));
  levels.push({ words: commonWords(fileNames), weight: weights.files });
  let best: DraftCategory | null = null;
  let bestScore = 0;
  for (const category of categories) {
    const score = levels.reduce((sum, level) => sum + level.weight * likeness(level.words, category), 0);
    if (score > bestScore) [best, bestScore] = [category, score];
  }
  return best;
}

/** A word for the kind outweighs all others; each further matching word adds to the score. */
function likeness(words: Set<string>, { name, kind }: DraftCategory): number {
  const given = [...words];
  const isKind = given.some((word) => kindOfWord.get(word) === kind);
  const own = wordsOf(name).filter((word) => !linking.has(word) && kindOfWord.get(word) !== kind);
  const shared = own.filter((word) => given.some((one) => isSame(one, word))).length;
  return (isKind ? 3 : 0) + (own.length > 0 ? shared / own.length + Math.min(shared, 1) : 0);
}

/** Matches singular and plural, 'brasil' and 'brasileiras', and implied words. */
function isSame(given: string, word: string): boolean {
  if (stem(given) === stem(word) || belongs.get(word)?.includes(given)) return true;
  const [short, long] = given.length < word.length ? [given, word] : [word, given];
  return short.length >= 5 && long.startsWith(stem(short)) && stem(short).length >= 5;
}

function commonWords(fileNames: string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const name of fileNames)
    for (const word of new Set(wordsOf(name))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set(
    [...counts].filter(([, count]) => count * 2 >= Math.max(1, fileNames.length)).map(([word]) => word),
  );
}
