import { z } from 'zod';
import { elementAt } from '#platform/elements.ts';
import { isInstruction, shorten, wordsOf } from './draft-names.ts';
import { type DraftCategory, type DraftGroup, type DraftWords, draftLimits } from './drafts.ts';

export const suggestionSchema = z.object({
  packages: z.array(
    z.object({
      folder: z.string(),
      title: z.string(),
      description: z.string(),
      category: z.string(),
      tags: z.array(z.string()),
      order: z.number().int(),
    }),
  ),
});

/** Parsed one by one: a malformed entry spoils only itself. */
const loose = z.object({ packages: z.array(z.unknown()).max(5_000) });
const entry = z.object({
  folder: z.coerce.string().max(20),
  title: z.string().max(1_000).nullish().catch(null),
  description: z.string().max(5_000).nullish().catch(null),
  category: z.coerce.string().max(20).nullish().catch(null),
  tags: z.array(z.unknown()).max(200).nullish().catch(null),
  order: z.coerce.number().int().nullish().catch(null),
});

/** File names that the model sees per folder. */
const shownFiles = 40;

/** The prompt's data: numbers instead of ids, and names as data. Names that look like instructions are left out. */
export function describeForModel(groups: DraftGroup[], categories: DraftCategory[]): object {
  const shown = (name: string) => (isInstruction(name) ? '' : shorten(name, 100));
  return {
    categories: categories.map(({ name }, at) => ({ category: `c${at + 1}`, name })),
    folders: groups.map(({ path, name, files }, at) => ({
      folder: `p${at + 1}`,
      name: shown(name),
      inside: path.slice(0, -1).slice(-3).map(shown).filter(Boolean),
      files: files
        .slice(0, shownFiles)
        .map((file) => shown(file.name))
        .filter(Boolean),
      count: files.length,
    })),
  };
}

/**
 * Validates a model's answer: drops unknown and duplicate folders, and replaces each invalid field by that of the
 * rules. Nothing but these four texts is used. @param ruled the rules' wording of each group, in the same order
 * @returns the wording of each group, in the answer's order if it has one
 */
export function checkSuggestion(
  answer: unknown,
  groups: DraftGroup[],
  categories: DraftCategory[],
  ruled: DraftWords[],
): { words: DraftWords; order: number }[] | null {
  const parsed = loose.safeParse(answer);
  if (!parsed.success) return null;
  const entries = new Map<string, z.output<typeof entry>>();
  for (const raw of parsed.data.packages) {
    const one = entry.safeParse(raw);
    if (one.success && !entries.has(one.data.folder)) entries.set(one.data.folder, one.data);
  }
  if (!groups.some((_, at) => entries.has(`p${at + 1}`))) return null;
  return groups.map((group, at) => {
    const rule = elementAt(ruled, at);
    const one = entries.get(`p${at + 1}`);
    if (!one) return { words: rule, order: at };
    const order = one.order ?? at;
    return { words: bounded(one, group, categories, rule), order };
  });
}

function bounded(
  one: z.output<typeof entry>,
  group: DraftGroup,
  categories: DraftCategory[],
  rule: DraftWords,
): DraftWords {
  const category = categories.find((_, at) => one.category === `c${at + 1}`);
  const title = plainText(one.title, draftLimits.title);
  const description = plainText(one.description, draftLimits.description);
  const tags = [...new Set((one.tags ?? []).flatMap((tag) => readTag(tag) ?? []))].slice(0, draftLimits.tags);
  return {
    title: title && isAbout(title, group) ? title : rule.title,
    description: description ?? rule.description,
    categoryId: category?.id ?? rule.categoryId,
    tags: tags.length > 0 ? tags : rule.tags,
  };
}

/** The text as one line; null when it is empty or contains markup, a URL or a control character. */
function plainText(raw: string | null | undefined, longest: number): string | null {
  const text = raw?.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim();
  if (!text || /[<>{}`\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)) return null;
  if (/https?:|www\.|:\/\/|\b[\w-]+\.(com|net|org|br|io|test)\b|@|\]\(/i.test(text) || isInstruction(text))
    return null;
  return shorten(text, longest);
}

function readTag(raw: unknown): string | null {
  if (typeof raw !== 'string' || raw.length > draftLimits.tag) return null;
  const tag = plainText(raw, draftLimits.tag)?.toLocaleLowerCase('pt-BR').replace(/^#+/, '').trim();
  return tag && !tag.includes(',') && /\p{L}/u.test(tag) ? tag : null;
}

/** A title must share a word with its names, so that an injection in one file's name cannot title others. */
function isAbout(title: string, { path, name, files }: DraftGroup): boolean {
  const names = [...path, name, ...files.map((file) => file.name)].filter((one) => !isInstruction(one));
  const known = new Set(names.flatMap(wordsOf).map(root));
  return wordsOf(title).some((word) => known.has(root(word)));
}

/** 'natal', 'natalina' and 'natalinas' match. */
const root = (word: string): string => word.slice(0, 4);

/** Extracts JSON from a model's text: as it is, from a fenced block, or from the first brace to the last. */
export function readJsonText(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/i.exec(text)?.[1];
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  for (const candidate of [text, fenced, braces]) {
    if (!candidate) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      // try the next form
    }
  }
  return null;
}
