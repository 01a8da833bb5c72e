import { z } from 'zod';
import type { ImportStatus } from '#db/schema/ingestion.ts';
import { draftFields, type Package } from '#features/catalog/package-definition.ts';
import type { EditedTrack } from '#features/curation/model.ts';
import { shapeOf } from '#platform/definition.ts';
import { idSchema } from '#platform/id-schema.ts';

/** The form of a draft; `version` is the one shown while editing. */
export const draftFormSchema = z.object({
  ...shapeOf(draftFields),
  // Empty: left open, to be chosen before publishing.
  categoryId: z.string().default(''),
  id: idSchema,
  version: z.string().max(64),
});
export type DraftForm = z.output<typeof draftFormSchema>;

export type DraftRefusal = 'gone' | 'changed' | 'no-category' | 'open-category' | 'no-track';

export const draftRefusals: Record<DraftRefusal, string> = {
  gone: 'Este rascunho não existe mais: foi publicado ou excluído.',
  changed: 'Outra pessoa mudou este rascunho enquanto você o editava.',
  'no-category': 'A categoria não está ativa. Escolha outra.',
  'open-category': 'Escolha uma categoria para publicar.',
  'no-track': 'Nenhum áudio chegou ainda. O pacote pode ser publicado com ao menos uma faixa pronta.',
};

export interface DraftProgress {
  importId: string;
  total: number;
  arrived: number;
  failed: number;
  left: number;
  reason: string | null;
}

type DraftSaid = Omit<Pick<Package, keyof typeof draftFields>, 'categoryId'>;

export interface Draft extends DraftSaid {
  id: string;
  version: string;
  /** Null: not guessed, or the guessed one is inactive now. */
  categoryId: string | null;
  kind: string;
  coverUrl: string | null;
  tracks: EditedTrack[];
  /** Null without a known import. */
  progress: DraftProgress | null;
  /** Why it cannot be published; null: it can. */
  refusal: DraftRefusal | null;
}

export interface DraftRun {
  id: string;
  folderName: string | null;
  status: ImportStatus;
  reason: string | null;
  files: number;
  ended: number;
  createdAt: string;
}

export const draftsPerPage = 20;

/** Titles of toasts after a failed change in the review list. */
export const draftFailures = {
  'draft-save': 'Erro ao salvar rascunho',
  publish: 'Não foi possível publicar',
  'publish-all': 'Nenhum rascunho publicado',
  discard: 'Erro ao excluir rascunho',
};
