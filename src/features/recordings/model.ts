import type { RecordingStatus } from '#db/schema/recordings.ts';
import { workdaysText } from '#platform/workdays.ts';
import type { BadgeTone } from '#ui/badge.tsx';

interface StatusFacts {
  label: string;
  tone: BadgeTone;
  /** Waiting for its recording; overdue after its due time. */
  isOpen: boolean;
  /** The statuses an administrator may set next. */
  next: readonly RecordingStatus[];
}

const facts: Record<RecordingStatus, StatusFacts> = {
  pending: {
    label: 'Pendente',
    tone: 'accent',
    isOpen: true,
    next: ['in_progress', 'completed', 'canceled'],
  },
  in_progress: { label: 'Em Andamento', tone: 'info', isOpen: true, next: ['completed', 'canceled'] },
  completed: { label: 'Concluída', tone: 'success', isOpen: false, next: [] },
  canceled: { label: 'Cancelada', tone: 'neutral', isOpen: false, next: [] },
};

export const statuses = Object.keys(facts) as RecordingStatus[];
export const openStatuses = statuses.filter((status) => facts[status].isOpen);

/** A status as pages show it; unknown is Desconhecido (specification, section 4; ). */
export const statusFacts = (status: string): StatusFacts =>
  statuses.includes(status as RecordingStatus)
    ? facts[status as RecordingStatus]
    : { label: 'Desconhecido', tone: 'neutral', isOpen: false, next: [] };

/** Business hours until delivery; the same in every text. */
export const deliveryHours = 24;

export const deliveryNotice = 'Sua gravação será entregue em até 24 horas úteis.';

/** What business hours are. */
export const deliveryCalendar = `O prazo corre ${workdaysText}.`;

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
