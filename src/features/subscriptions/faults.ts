import { AppError, type ErrorKind, GatewayError } from '#platform/errors.ts';

/**
 * Whose fault it is that the provider did not do as it was asked. `outage`: nobody's here, it is worth trying again.
 * `key`: the operator's, the key is refused or may not do it. `order`: the operator's too, the provider does not know
 * what it was asked for (a price, a portal that was never set up). `person`: it does not take the buyer's data.
 */
export type ProviderFault = 'outage' | 'key' | 'order' | 'person';

interface FaultFacts {
  /** Whether the same call may succeed a little later. */
  retryable: boolean;
  /** What the person is told who waits for the provider. */
  kind: ErrorKind;
  message: string;
  /** Seconds. */
  retryAfter?: number;
  /** What the administrators' bell rings with; null: they can do nothing about it. */
  bell: string | null;
}

const outOfOrder =
  'Os pagamentos estão fora do ar, e a equipe já foi avisada. Nada foi cobrado: volte mais tarde ou fale conosco.';

/** What each fault means, in one place. */
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
      'O provedor de pagamentos não aceita o seu e-mail. Nada foi cobrado: troque o endereço no Perfil e tente de novo.',
    bell: null,
  },
};

/** Thrown by a payment gateway. */
export class PaymentError extends GatewayError {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, message: string, cause?: unknown) {
    super(message, { retryable: providerFaults[fault].retryable, cause });
    this.fault = fault;
  }
}

/**
 * Waits for the provider on behalf of a person.
 * @throws AppError with the sentence for that person, in the place of a PaymentError
 */
export async function forPerson<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof PaymentError)) throw cause;
    const { kind, message, retryAfter } = providerFaults[cause.fault];
    throw new AppError(kind, message, { retryAfter, cause });
  }
}
