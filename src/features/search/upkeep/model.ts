import { z } from 'zod';
import { kinds } from '#features/catalog/kinds.ts';
import { idSchema } from '#platform/id-schema.ts';
import { typedText } from '#platform/typed-text.ts';
import { tagGroupNames } from '../filters/tag-groups.ts';

/** Words of one group, and letters of each. */
const mostWords = 40;
const longestWord = 80;

const wordsSchema = typedText()
  .max(mostWords * longestWord)
  .transform((text) => [...new Set(text.split(/[,\n]/).map((word) => word.trim().replace(/\s+/g, ' ')))])
  .transform((words) => words.filter((word) => /[\p{L}\p{N}]/u.test(word)))
  .refine((words) => words.length > 0, 'Escreva ao menos uma palavra.')
  .refine((words) => words.length <= mostWords, `Um grupo tem até ${mostWords} palavras.`)
  .refine(
    (words) => words.every((word) => word.length <= longestWord),
    `Cada palavra tem até ${longestWord} letras.`,
  );

const mostTags = 300;

/** The tags of a group of the filters; may be empty. */
export const tagGroupFormSchema = z.object({
  name: z.enum(tagGroupNames),
  tags: typedText()
    .max(mostTags * longestWord, `Um grupo tem até ${mostTags} tags.`)
    .transform((text) => [...new Set(text.split(/[,\n]/).map((tag) => tag.trim().replace(/\s+/g, ' ')))])
    .transform((tags) => tags.filter(Boolean))
    .refine((tags) => tags.length <= mostTags, `Um grupo tem até ${mostTags} tags.`)
    .refine(
      (tags) => tags.every((tag) => tag.length <= longestWord),
      `Cada tag tem até ${longestWord} letras.`,
    ),
});
export type TagGroupForm = z.output<typeof tagGroupFormSchema>;

/** A group of synonyms; without an id it is a new one. */
export const synonymsFormSchema = z.object({
  id: z.union([idSchema, z.literal('')]).default(''),
  words: wordsSchema,
  kind: z.union([z.enum(kinds), z.literal('')]).transform((kind) => kind || null),
});
export type SynonymsForm = z.output<typeof synonymsFormSchema>;

/** Each is a form of its own. */
export const synonymsPerPage = 30;

export interface SynonymGroup {
  id: string;
  words: string[];
  kind: string | null;
}

/** A term that found nothing, or only nearly, without who typed it. */
export interface Miss {
  term: string;
  /** What the best answer lacks; null: there was none. */
  lacking: string[] | null;
  searches: number;
  lastAt: string;
}

/** Titles of toasts after a failed change. */
export const upkeepFailures = {
  save: 'Erro ao salvar os sinônimos',
  remove: 'Erro ao excluir os sinônimos',
  forget: 'Erro ao retirar a busca',
  group: 'Erro ao salvar o grupo de tags',
};

/** Longest term that is kept, and how many. */
export const longestMiss = 80;
export const mostMisses = 2000;
export const daysOfMisses = 90;
