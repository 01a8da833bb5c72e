import { z } from 'zod';
import {
  newPackage,
  type Package,
  packageFields,
  packageInputSchema,
} from '#features/catalog/package-definition.ts';
import { formText, textSent } from '#platform/definition.ts';
import { idSchema } from '#platform/ids.ts';

/** Days within which a deleted package can be brought back. */
export const undoDays = 30;

const coverKey = /^covers\/[0-9a-f]{2}\/[0-9a-f]{64}\.(png|jpg|webp|gif)$/;

/** A package's form: what is said of it, and which cover it has. */
export const packageFormSchema = packageInputSchema.extend({
  /** `keep` the cover it has, `none` of its own, or the key of a picture that was sent before. */
  cover: z
    .string()
    .refine((value) => value === 'keep' || value === 'none' || coverKey.test(value), 'A capa não é válida.')
    .default('keep'),
  /** The version that was seen while editing; left out, whatever is stored is replaced. */
  version: z.string().max(64).optional(),
});
export type PackageForm = z.output<typeof packageFormSchema>;

/** A package's form as a browser sends it. */
export const readPackageForm = (form: FormData) => packageFormSchema.safeParse(textSent(packageFields, form));

/** What stands in a package's form, as it begins. */
export const packageText = (pack: EditedPackage | null) => ({
  ...formText(packageFields, pack, newPackage),
  cover: 'keep',
});

/** Why a change of the catalogue was refused. */
export type CurationRefusal =
  | 'no-package'
  | 'no-category'
  | 'no-cover'
  | 'no-track'
  | 'in-use'
  | 'changed'
  | 'edited';

export const curationRefusals: Record<CurationRefusal, string> = {
  'no-package': 'O pacote não existe mais.',
  'no-category': 'Selecione uma categoria',
  'no-cover': 'A imagem não está mais disponível. Envie-a de novo.',
  'no-track': 'A faixa não existe mais.',
  'in-use': 'A categoria ainda tem pacotes.',
  edited: 'Outra pessoa salvou este pacote enquanto você editava. Nada foi sobrescrito.',
  changed: 'A lista mudou enquanto você a ordenava. Confira e tente de novo.',
};

export type CurationOutcome = { ok: true } | { ok: false; reason: CurationRefusal };

export const orders = ['ordem', 'titulo', 'recentes', 'faixas'] as const;
export type Order = (typeof orders)[number];
export const orderNames: Record<Order, string> = {
  ordem: 'Ordem definida',
  titulo: 'Título (A–Z)',
  recentes: 'Mais recentes',
  faixas: 'Mais faixas',
};

export const states = ['ativos', 'inativos', 'rascunhos', 'destaque', 'sem-faixas', 'excluidos'] as const;
export type State = (typeof states)[number];
export const stateNames: Record<State, string> = {
  ativos: 'Ativos',
  inativos: 'Inativos',
  rascunhos: 'Rascunhos',
  destaque: 'Em destaque',
  'sem-faixas': 'Sem faixas',
  excluidos: 'Excluídos',
};

/** The list's address: what is looked for, how it is ordered, and which window is open over it. */
export const listSchema = z.object({
  q: z.string().catch(''),
  categoria: idSchema.nullable().catch(null),
  situacao: z.enum(states).nullable().catch(null),
  ordem: z.enum(orders).catch('ordem'),
  pagina: z.coerce.number().int().min(1).max(100_000).catch(1),
  /** A package whose editor is open, or `novo`. */
  editar: z
    .union([idSchema, z.literal('novo')])
    .nullable()
    .catch(null),
  /** A package whose deletion is being asked about. */
  excluir: idSchema.nullable().catch(null),
});
export type ListQuery = z.output<typeof listSchema>;

/** What a page answers to a change, as a toast says it. */
export interface CurationAnswer {
  ok: boolean;
  title: string;
  description?: string;
  /** Which change it answers, so that its form can close. */
  intent: string;
  /** The package that was made. */
  id?: string;
  /** The import that brings its audio. */
  importId?: string;
  /** Why, where the words above do not say it. */
  reason?: string;
  /** What is wrong, by field. */
  errors?: Record<string, string[]>;
  /** Somebody else saved first; nothing was overwritten. */
  isConflict?: boolean;
  /** It did not come through. */
  isLost?: boolean;
}

/** A package in the administrators' list. */
export interface ManagedPackage {
  id: string;
  title: string;
  tags: string[];
  kind: string;
  categoryId: string;
  categoryName: string;
  coverUrl: string | null;
  isFeatured: boolean;
  isActive: boolean;
  /** Waits in the review list; never active. */
  isDraft: boolean;
  createdByAi: boolean;
  orderIndex: number;
  trackCount: number;
  totalSize: number | null;
  /** Whether it names a Drive folder. */
  hasFolder: boolean;
  deletedAt: string | null;
}

/** A category that a package can be put into. */
export interface CategoryChoice {
  id: string;
  name: string;
}

/** A track in the editor. */
export interface EditedTrack {
  id: string;
  name: string;
  size: number | null;
  /** Null until it has been measured. */
  durationMs: number | null;
  /** Why its sound cannot be read; null: it can, or was not tried. */
  unreadable: string | null;
  loudnessLufs: number | null;
  peaks: string | null;
  createdAt: string;
}

/** Milliseconds after which an unmeasured track is not waited for any more. */
const patience = 10 * 60_000;

/** Whether a track's facts may come any moment, so that a page looks again. */
export const isBeingMeasured = ({ durationMs, unreadable, createdAt }: EditedTrack): boolean =>
  durationMs === null && unreadable === null && Date.now() - Date.parse(createdAt) < patience;

/** A package in its editor; the version is the one to name when saving, the cover the one that was sent. */
export interface EditedPackage extends Pick<Package, keyof typeof packageFields> {
  id: string;
  version: string;
  categoryName: string;
  kind: string;
  drawnCoverUrl: string | null;
  tracks: EditedTrack[];
  /** Audio whose sending was broken off. */
  interrupted: { id: string; name: string; size: number; received: number }[];
}

/** What the deletion of a package touches (PKM-20). */
export interface DeletionImpact {
  id: string;
  title: string;
  tracks: number;
  /** People who have it, or a track of it, among their favourites. */
  favorites: number;
  openRequests: number;
}
