import { AppError, type ErrorKind, GatewayError } from '#platform/errors.ts';

/**
 * Why the provider did not do what we asked. `outage`: temporary, retry. `key`: the operator must fix the API key.
 * `order`: the operator must fix the setup (a price, a portal) that the provider does not know. `person`: it rejects
 * the buyer's data.
 */
export type ProviderFault = 'outage' | 'key' | 'order' | 'person';

interface FaultFacts {
  retryable: boolean;
  kind: ErrorKind;
  message: string;
  retryAfter?: number;
  /** The administrators' notice; null: they cannot do anything about it. */
  bell: string | null;
}

const outOfOrder =
  'Os pagamentos estão fora do ar, e a equipe já foi avisada. Nada foi cobrado: volte mais tarde ou fale conosco.';

export const providerFaults: Record<ProviderFault, FaultFacts> = {
  outage: {
    retryable: true,
    kind: 'unavailable',
    message: 'O provedor de pagamentos não está respondendo. Nada foi cobrado: tente novamente em instantes.',
    retryAfter: 30,
    bell: null,
  },
  key: {
    retryable: false,
    kind: 'unavailable',
    message: outOfOrder,
    bell: 'O provedor de pagamentos recusa a chave do site',
  },
  order: {
    retryable: false,
    kind: 'unavailable',
    message: outOfOrder,
    bell: 'O provedor de pagamentos recusou um pedido do site',
  },
  person: {
    retryable: false,
    kind: 'unprocessable',
    message:
      'O provedor de pagamentos não aceita o seu e-mail. Nada foi cobrado: troque o endereço em Minha Conta e tente de novo.',
    bell: null,
  },
};

export class PaymentError extends GatewayError {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, message: string, cause?: unknown) {
    super(message, { retryable: providerFaults[fault].retryable, cause });
    this.fault = fault;
  }
}

/** Runs a provider call on behalf of a person. @throws AppError with a message for them instead of a PaymentError */
export async function forPerson<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof PaymentError)) throw cause;
    const { kind, message, retryAfter } = providerFaults[cause.fault];
    throw new AppError(kind, message, { retryAfter, cause });
  }
}
