import { z } from 'zod';
import {
  newPackage,
  type Package,
  packageFields,
  packageInputSchema,
} from '#features/catalog/package-definition.ts';
import type { Work } from '#features/catalog/work-definition.ts';
import { bareTitle, longestTitle } from '#features/media/audio/sound-name.ts';
import { formText, textSent } from '#platform/definition.ts';
import { countTracks } from '#platform/format.ts';
import { idSchema } from '#platform/id-schema.ts';
import { placeSchema } from '#platform/place.ts';
import { typedLine } from '#platform/typed-text.ts';

/** Days during which a deleted package can be restored. */
export const undoDays = 30;

/** What a deletion does to the tracks of a package. */
export const tracksEnd = (n: number): string =>
  `${countTracks(n)} ${n === 1 ? 'deixa de tocar e de ser baixada' : 'deixam de tocar e de ser baixadas'}.`;

const coverKey = /^covers\/[0-9a-f]{2}\/[0-9a-f]{64}\.(png|jpg|webp|gif)$/;

export const packageFormSchema = packageInputSchema.extend({
  /** `keep`, `none`, or the key of an uploaded picture. */
  cover: z
    .string()
    .refine((value) => value === 'keep' || value === 'none' || coverKey.test(value), 'A capa não é válida.')
    .default('keep'),
  /** The version that was edited; left out, any stored one is replaced. */
  version: z.string().max(64).optional(),
});
export type PackageForm = z.output<typeof packageFormSchema>;

/** Parses a package's form; without an id it creates one. */
export const readPackageForm = (form: FormData) =>
  packageFormSchema.extend({ id: z.string().default('') }).safeParse(textSent(packageFields, form));

export const packageText = (pack: EditedPackage | null) => ({
  ...formText(packageFields, pack, newPackage),
  cover: 'keep',
});

/** A track's title as it is typed, with or without the ending of its file. */
export const trackTitle = typedLine('Informe o nome da faixa.')
  .overwrite(bareTitle)
  .regex(/[^.\s]/, 'Informe o nome da faixa.')
  .max(longestTitle, `O nome da faixa deve ter no máximo ${longestTitle} caracteres.`);

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

export const listSchema = z.object({
  q: z.string().catch(''),
  categoria: idSchema.nullable().catch(null),
  situacao: z.enum(states).nullable().catch(null),
  ordem: z.enum(orders).catch('ordem'),
  ...placeSchema.shape,
  editar: z
    .union([idSchema, z.literal('novo')])
    .nullable()
    .catch(null),
  excluir: idSchema.nullable().catch(null),
});
export type ListQuery = z.output<typeof listSchema>;

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
  /** Waiting for review; never active. */
  isDraft: boolean;
  createdByAi: boolean;
  orderIndex: number;
  trackCount: number;
  totalSize: number | null;
  hasFolder: boolean;
  deletedAt: string | null;
}

export interface CategoryChoice {
  id: string;
  name: string;
}

export interface EditedTrack extends Work {
  id: string;
  name: string;
  size: number | null;
  /** Null until measured. */
  durationMs: number | null;
  /** Why it cannot be decoded; null: no problem known. */
  unreadable: string | null;
  loudnessLufs: number | null;
  peaks: string | null;
  createdAt: string;
}

/** Milliseconds after which an unmeasured track is no longer polled. */
const patience = 10 * 60_000;

/** Whether a track is still being measured, so that a page polls. */
export const isBeingMeasured = ({ durationMs, unreadable, createdAt }: EditedTrack): boolean =>
  durationMs === null && unreadable === null && Date.now() - Date.parse(createdAt) < patience;

/** A package in its editor; `version` is sent with a save, the cover is the uploaded one. */
export interface EditedPackage extends Pick<Package, keyof typeof packageFields> {
  id: string;
  version: string;
  categoryName: string;
  kind: string;
  drawnCoverUrl: string | null;
  tracks: EditedTrack[];
  interrupted: { id: string; name: string; size: number; received: number }[];
}

/** Consequences of deleting a package (PKM-20). */
export interface DeletionImpact {
  id: string;
  title: string;
  tracks: number;
  favorites: number;
  openRequests: number;
}
