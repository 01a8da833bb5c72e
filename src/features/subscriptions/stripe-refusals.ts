import type { ProviderFault } from './faults.ts';

/** An error of Stripe's, as far as it is read. No status: no answer came. */
interface StripeRefusal {
  statusCode?: number | undefined;
  code?: string | undefined;
}

/** What an error of Stripe's means: no answer, too many calls, a conflict and its own faults pass by themselves. */
export function faultOf({ statusCode = 0, code }: StripeRefusal): ProviderFault {
  if (statusCode === 0 || statusCode === 409 || statusCode === 429 || statusCode >= 500) return 'outage';
  if (code === 'rate_limit' || code === 'lock_timeout') return 'outage';
  if (statusCode === 401 || statusCode === 403) return 'key';
  return code === 'email_invalid' ? 'person' : 'order';
}
