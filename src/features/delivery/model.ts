import type { DeliveryFileStatus, DeliverySource, DeliveryStatus } from '#db/schema/delivery.ts';
import { isId } from '#platform/ids.ts';
import { lostWords } from './lost-notes.ts';

/** Most tracks of a delivery, deliveries of an account that are being made at once, and that it may order in an hour. */
export const mostTracks = 500;
export const mostOpen = 3;
export const mostAnHour = 60;
/** Days until a delivery is forgotten; its downloads stay in the list of downloads. */
export const deliveryDays = 30;

/** Why a track could not be prepared. */
export const fileReasons = {
  gone: 'Esta faixa saiu da biblioteca.',
  jingle: 'As vinhetas não podem ser baixadas: solicite a gravação com o nome da sua rádio.',
  lost: 'O arquivo desta faixa não está disponível no momento.',
  'no-ffmpeg': 'O conversor de áudio não está disponível no momento.',
  unreadable: 'Não foi possível ler o áudio desta faixa.',
  'too-long': 'Esta faixa é longa demais para ser convertida.',
  failed: 'Algo deu errado com esta faixa. Tente de novo.',
} as const;
export type FileReason = keyof typeof fileReasons;
export const isFileReason = (text: string | null): text is FileReason =>
  text !== null && Object.hasOwn(fileReasons, text);

/** What should be known of a prepared track. */
export const fileNotes = {
  shorter: 'Mais curta que a duração pedida: ficou inteira.',
  'on-beat': 'Termina numa batida.',
  'level-missed': 'Não chegou ao nível pedido sem distorcer.',
  'no-level': 'Quieta demais para medir o nível: ficou como estava.',
  'no-tags': 'Não dá para trocar as tags deste arquivo: ficou com as que já tinha.',
  'large-chunks': 'O arquivo trazia dados grandes demais (mais de 256 KB) ao lado do som: nem todos ficaram.',
  ...lostWords,
} as const;
export type FileNote = keyof typeof fileNotes;
export const isFileNote = (text: string): text is FileNote => Object.hasOwn(fileNotes, text);

export const sources = ['track', 'package', 'project'] as const satisfies DeliverySource[];

/** What is to be prepared. */
export interface Source {
  source: DeliverySource;
  sourceId: string;
  /** Several tracks; the first of them is the source. */
  trackIds?: string[];
}

/** The address's name of each source. */
const sourceParams: Record<DeliverySource, string> = {
  track: 'faixa',
  package: 'pacote',
  project: 'projeto',
};

/** The page that prepares a track, a package or a project. */
export const prepareAddress = (source: DeliverySource, id: string): string =>
  `/preparar?${sourceParams[source]}=${id}`;

/** What an address asks to prepare; null: nothing. */
export function sourceOfAddress(params: URLSearchParams): Source | null {
  for (const source of sources) {
    const sourceId = params.get(sourceParams[source]);
    if (isId(sourceId)) return { source, sourceId };
  }
  return null;
}

/** Whether work goes on. */
export const isOpen = (status: DeliveryStatus): boolean => openStatuses.includes(status);
export const openStatuses: readonly DeliveryStatus[] = ['waiting', 'making'];

export const statusWords: Record<DeliveryStatus, string> = {
  waiting: 'Na fila',
  making: 'Preparando',
  ready: 'Pronta',
  failed: 'Não deu certo',
  cancelled: 'Cancelada',
};

export const orderRefusals = {
  nothing:
    'Não há faixas que possam ser preparadas. As vinhetas são só para ouvir: peça a gravação com o nome da sua rádio.',
  'too-many-open': 'Você já tem três entregas em preparo. Espere uma terminar ou cancele uma.',
  'too-many': `Uma entrega tem até ${mostTracks} faixas. Junte as que você quer em um projeto.`,
  'too-large': 'A entrega ficaria grande demais. Escolha menos faixas ou um formato menor.',
  'no-ffmpeg':
    'O conversor de áudio não está disponível agora. Escolha o formato “Como está”, sem nível, corte e fade.',
} as const;
export type OrderRefusal = keyof typeof orderRefusals;

/** A delivery as lists show it; dates are ISO strings. */
export interface DeliveryLine {
  id: string;
  title: string;
  status: DeliveryStatus;
  total: number;
  createdAt: string;
}

/** A track of a delivery as the page shows it. */
export interface DeliveryFileLine {
  id: string;
  name: string;
  trackName: string;
  status: DeliveryFileStatus;
  reason: FileReason | null;
  notes: FileNote[];
  size: number | null;
  durationMs: number | null;
  loudnessLufs: number | null;
  truePeakDb: number | null;
}
