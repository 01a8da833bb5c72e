import { ended } from './ended.tsx';
import { ending } from './ending.tsx';
import { firstMissed } from './first-missed.tsx';
import { paymentFailed } from './payment-failed.tsx';
import { refunded } from './refunded.tsx';
import { welcome } from './welcome.tsx';

/** The mails about a subscription, by kind, each with a snapshot of its facts. */
export const subscriptionMails = {
  welcome,
  'first-missed': firstMissed,
  'payment-failed': paymentFailed,
  ending,
  ended,
  refunded,
};
