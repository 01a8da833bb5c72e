import type { ScannedFile } from './imports.ts';

/** A category as drafts choose among them: active ones, in their order. */
export interface DraftCategory {
  id: string;
  name: string;
  kind: string;
}

/** Files of a scan that become one package. */
export interface DraftGroup {
  /** Never two packages of one key: the Drive folder, with the series of its loose files where it has several. */
  key: string;
  folderId: string;
  /** Names of the folders from the pasted one down to this one. */
  path: string[];
  /** What the package is named after. */
  name: string;
  /** In natural order. */
  files: ScannedFile[];
}

/** What is said of a draft when it is made; an administrator looks at it before it is published. */
export interface DraftWords {
  title: string;
  description: string | null;
  /** Null when nothing in the names tells. */
  categoryId: string | null;
  tags: string[];
}

/** Bounds of what rules and models may write. */
export const draftLimits = { title: 120, description: 500, tags: 8, tag: 30, packages: 1_000 } as const;

/** Why an automatic creation came to nothing, beside Drive's own refusals. */
export const draftFailures = {
  'no-audio': 'Nenhum arquivo de áudio foi encontrado nesta pasta.',
  'no-category': 'Não há categoria ativa. Crie uma categoria e tente de novo.',
} as const;

/** What has become of an automatic creation. */
export type Creation =
  | { state: 'bad-address' }
  /** Still reading or grouping; it goes on in the background. */
  | { state: 'working'; importId: string }
  /** Drive does not show the folder for the moment; it goes on by itself. */
  | { state: 'waiting'; importId: string; reason: string }
  /** The drafts are there, so many new ones; their files come. */
  | { state: 'made'; importId: string; packages: number }
  | { state: 'failed'; reason: string };

/** Sentences of the automatic creation (CRP-05 to CRP-07); `none` when every folder has its package. */
export const creationTexts = {
  made: 'Pacotes criados pela IA!',
  none: 'Nenhum pacote novo',
  noneWhy: 'As pastas deste link já têm pacote ou rascunho, ou foram excluídas.',
  working: 'A criação automática começou',
  waiting: 'A criação automática aguarda o Google Drive',
  workingWhy: 'A pasta é grande. Os rascunhos aparecem em Revisar Rascunhos assim que ficarem prontos.',
} as const;

/** `1 rascunho para revisar`, `12 rascunhos para revisar`. */
export const countDraftsText = (n: number): string =>
  n === 1 ? '1 rascunho para revisar' : `${n} rascunhos para revisar`;
