import { z } from 'zod';
import { draftFields, type Package } from '#features/catalog/package-definition.ts';
import type { EditedTrack } from '#features/curation/model.ts';
import { shapeOf } from '#platform/definition.ts';
import { idSchema } from '#platform/ids.ts';

/** What an administrator changes of a draft; the version is the one that was seen while changing it. */
export const draftFormSchema = z.object({
  ...shapeOf(draftFields),
  // Empty: left open, to be chosen before it is published.
  categoryId: z.string().default(''),
  id: idSchema,
  version: z.string().max(64),
});
export type DraftForm = z.output<typeof draftFormSchema>;

/** Why a draft was not saved or not published. */
export type DraftRefusal = 'gone' | 'changed' | 'no-category' | 'open-category' | 'no-track';

export const draftRefusals: Record<DraftRefusal, string> = {
  gone: 'Este rascunho não existe mais: foi publicado ou excluído.',
  changed: 'Outra pessoa mudou este rascunho enquanto você o editava.',
  'no-category': 'A categoria não está ativa. Escolha outra.',
  'open-category': 'Escolha uma categoria para publicar.',
  'no-track': 'Nenhum áudio chegou ainda. O pacote pode ser publicado com ao menos uma faixa pronta.',
};

/** How far the files of a draft are. */
export interface DraftProgress {
  importId: string;
  total: number;
  /** Arrived, or known from before. */
  arrived: number;
  failed: number;
  /** Still to come. */
  left: number;
  /** Of the first file that failed. */
  reason: string | null;
}

/** What a draft's form sets of a package. */
type DraftSaid = Omit<Pick<Package, keyof typeof draftFields>, 'categoryId'>;

/** A package in the review list. */
export interface Draft extends DraftSaid {
  id: string;
  /** Changes with what the form sets. */
  version: string;
  /** Null: none was guessed, or the guessed one is not active any more. */
  categoryId: string | null;
  kind: string;
  coverUrl: string | null;
  tracks: EditedTrack[];
  /** Null when no import of it is known. */
  progress: DraftProgress | null;
  /** Why it cannot be published now; null: it can. */
  refusal: DraftRefusal | null;
}

/** An automatic creation that is at work, or that lately came to nothing. */
export interface DraftRun {
  id: string;
  folderName: string | null;
  status: string;
  reason: string | null;
  /** Files altogether, and those that have come or failed. */
  files: number;
  ended: number;
  createdAt: string;
}

/** Drafts on a page. */
export const draftsPerPage = 20;

/** What the review list answers to a change. */
export interface ReviewAnswer {
  ok: boolean;
  intent: string;
  id?: string;
  title: string;
  description?: string;
  /** Of what was saved. */
  version?: string;
  /** Somebody else was faster. */
  isConflict?: boolean;
  /** It did not come through. */
  isLost?: boolean;
  errors?: Record<string, string[]>;
}
