import type { ScannedFile } from './imports.ts';

export interface DraftCategory {
  id: string;
  name: string;
  kind: string;
}

export interface DraftGroup {
  /** Unique key: the Drive folder, plus the series when its loose files are split. */
  key: string;
  folderId: string;
  /** Folder names from the pasted one down to this one. */
  path: string[];
  name: string;
  files: ScannedFile[];
}

/** The generated texts of a draft, reviewed before publishing. */
export interface DraftWords {
  title: string;
  description: string | null;
  /** Null without a match. */
  categoryId: string | null;
  tags: string[];
}

export const draftLimits = { title: 120, description: 500, tags: 8, tag: 30, packages: 1_000 } as const;

/** Why an automatic creation failed, beyond Drive's own refusals. */
export const draftFailures = {
  'no-audio': 'Nenhum arquivo de áudio foi encontrado nesta pasta.',
  'no-category': 'Não há categoria ativa. Crie uma categoria e tente de novo.',
} as const;

export type Creation =
  | { state: 'bad-address' }
  /** Scanning or grouping; continues in the background. */
  | { state: 'working'; importId: string }
  /** Drive temporarily refuses the folder; resumes by itself. */
  | { state: 'waiting'; importId: string; reason: string }
  | { state: 'made'; importId: string; packages: number }
  | { state: 'failed'; reason: string };

/** Messages of the automatic creation (CRP-05 to CRP-07); `none` when every folder has its package. */
export const creationTexts = {
  made: 'Pacotes criados pela IA!',
  none: 'Nenhum pacote novo',
  noneWhy: 'As pastas deste link já têm pacote ou rascunho, ou foram excluídas.',
  working: 'A criação automática começou',
  waiting: 'A criação automática aguarda o Google Drive',
  workingWhy: 'A pasta é grande. Os rascunhos aparecem em Revisar Rascunhos assim que ficarem prontos.',
} as const;

export const countDraftsText = (n: number): string =>
  n === 1 ? '1 rascunho para revisar' : `${n} rascunhos para revisar`;
