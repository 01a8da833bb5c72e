import type { ProviderFault } from './faults.ts';

/** The fields of Stripe's errors that are read. Without status there was no response. */
interface StripeRefusal {
  statusCode?: number | undefined;
  code?: string | undefined;
}

/** Classifies a Stripe error: no response, rate limits, conflicts and server errors are temporary. */
export function faultOf({ statusCode = 0, code }: StripeRefusal): ProviderFault {
  if (statusCode === 0 || statusCode === 409 || statusCode === 429 || statusCode >= 500) return 'outage';
  if (code === 'rate_limit' || code === 'lock_timeout') return 'outage';
  if (statusCode === 401 || statusCode === 403) return 'key';
  return code === 'email_invalid' ? 'person' : 'order';
}
