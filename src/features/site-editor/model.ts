import { z } from 'zod';
import { type Section, type SectionName, sectionNames } from '#features/site/model.ts';
import { sectionInputs } from '#features/site/section-fields.ts';

/** A section in its editor; `version` is sent with a save (0: nothing stored yet). */
export interface StoredSection<N extends SectionName> {
  content: Section<N>;
  version: number;
  /** Who saved it last, and when (ISO); null for the defaults. */
  savedBy: string | null;
  savedAt: string | null;
}

export type KeptVersion<N extends SectionName> = StoredSection<N>;

/** Body of a save; `content` is validated later. */
export const saveCallSchema = z.object({
  section: z.enum(sectionNames, { error: 'Seção desconhecida.' }),
  version: z.number({ error: 'Informe a versão.' }).int().min(0),
  content: z.unknown(),
});
export type SaveCall = z.output<typeof saveCallSchema>;

/** Messages by field path: `questions.2.question`. */
export type Issues = Record<string, string>;

export type SaveAnswer<N extends SectionName> =
  | { ok: true; stored: StoredSection<N> }
  | { ok: false; reason: 'invalid'; issues: Issues }
  /** Somebody else saved first; nothing was overwritten. */
  | { ok: false; reason: 'changed-meanwhile'; theirs: StoredSection<N> };

export const conflictSentence = 'Outra pessoa salvou esta seção enquanto você editava. Nada foi sobrescrito.';

/** Errors of a section by field; empty when it can be saved. The same on both sides. */
export function issuesOf(section: SectionName, content: unknown): Issues {
  const issues: Issues = {};
  const schema: z.ZodType = sectionInputs[section];
  const parsed = schema.safeParse(content);
  for (const { path, message } of parsed.error?.issues ?? []) issues[path.join('.')] ??= message;
  if (section === 'faq') {
    const { questions } = (content ?? {}) as { questions?: { question?: string; answer?: string }[] };
    for (const [at, entry] of (Array.isArray(questions) ? questions : []).entries()) {
      if (!entry?.question?.trim?.() && entry?.answer?.trim?.())
        issues[`questions.${at}.question`] = 'Escreva a pergunta desta resposta.';
    }
  }
  return issues;
}

/** Length that search engines show whole, in characters (specification, section 9). */
export const idealDescription = { min: 150, max: 160 };

/** Versions kept per section. */
export const keptVersions = 20;
