import { z } from 'zod';
import { type Section, type SectionName, sectionInputs, sectionNames } from '#features/site/model.ts';

/** A section as an editor works on it; the version is the one to name when saving (0: nothing stored yet). */
export interface StoredSection<N extends SectionName> {
  content: Section<N>;
  version: number;
  /** Name of who saved it last, and when (ISO); null for the defaults. */
  savedBy: string | null;
  savedAt: string | null;
}

/** A kept version, as it is offered for restoring. */
export type KeptVersion<N extends SectionName> = StoredSection<N>;

/** A save on its way; `content` is whatever was sent, to be checked. */
export const saveCallSchema = z.object({
  section: z.enum(sectionNames, { error: 'Seção desconhecida.' }),
  version: z.number({ error: 'Informe a versão.' }).int().min(0),
  content: z.unknown(),
});
export type SaveCall = z.output<typeof saveCallSchema>;

/** What went wrong in which field: `questions.2.question` and the sentence. */
export type Issues = Record<string, string>;

export type SaveAnswer<N extends SectionName> =
  | { ok: true; stored: StoredSection<N> }
  | { ok: false; reason: 'invalid'; issues: Issues }
  /** Another person saved first; nothing was overwritten. */
  | { ok: false; reason: 'changed-meanwhile'; theirs: StoredSection<N> };

/** What is said when somebody else saved first. */
export const conflictSentence = 'Outra pessoa salvou esta seção enquanto você editava. Nada foi sobrescrito.';

/** Why a section cannot be saved as it stands, field by field; empty when it can. The same on both sides. */
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

/** Versions that are kept of each section. */
export const keptVersions = 20;
