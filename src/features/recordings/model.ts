export const statuses = ['pending', 'in_progress', 'completed', 'canceled'] as const;
export type RecordingStatus = (typeof statuses)[number];

const labels: Record<string, string> = {
  pending: 'Pendente',
  in_progress: 'Em Andamento',
  completed: 'Concluída',
  canceled: 'Cancelada',
};

/** A status in words; unknown is Desconhecido (specification, section 4; A-102). */
export const statusLabel = (status: string): string => labels[status] ?? 'Desconhecido';

const next: Record<string, readonly RecordingStatus[]> = {
  pending: ['in_progress', 'completed', 'canceled'],
  in_progress: ['completed', 'canceled'],
};

/** The statuses an administrator may set next; none after completed, canceled or unknown. */
export const nextStatuses = (status: string): readonly RecordingStatus[] => next[status] ?? [];

/** Business hours until delivery; the same in every text. */
export const deliveryHours = 24;

export const deliveryNotice = 'Sua gravação será entregue em até 24 horas úteis.';

/** Why no request was made; nothing was spent. */
export type RequestRefusal = 'insufficient-credits' | 'not-a-jingle' | 'unknown-package' | 'key-reused';

export const refusalMessages: Record<RequestRefusal, string> = {
  'insufficient-credits': 'Você precisa de pelo menos 25 créditos para solicitar uma gravação.',
  'not-a-jingle': 'Gravações só podem ser pedidas para pacotes de vinhetas.',
  'unknown-package': 'Pacote não encontrado.',
  'key-reused': 'Esta Idempotency-Key já foi usada para outro pedido.',
};

/** Shown when spending failed because of an error on our side (CRE-10). */
export const deductionFailed = 'Não foi possível deduzir os créditos. Tente novamente.';
/** Shown when anything else failed (CRE-10). */
export const submissionFailed = 'Não foi possível enviar a solicitação. Tente novamente.';

/** A request as its owner sees it; dates are ISO strings. */
export interface OwnRequest {
  id: string;
  packageTitle: string;
  radioName: string;
  creditsUsed: number;
  status: string;
  dueAt: string;
  createdAt: string;
  /** Name of the delivered file, or null. Its bytes: `/recordings/{id}/file`. */
  deliveredName: string | null;
  deliveredAt: string | null;
  /** When the one free revision was used. */
  revisionRequestedAt: string | null;
}

export interface MailedRecording {
  email: string;
  /** The requester's; may be empty. */
  name: string;
  radioName: string;
  packageTitle: string;
  dueAt: Date;
}
