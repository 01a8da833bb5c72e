import type { ReactElement } from 'react';
import type { MailSite } from '#features/accounts/letters.ts';
import { composeMail } from '#features/accounts/mails/compose.ts';
import type { Mail } from '#platform/mail.ts';
import type { LetterFacts } from '../letters.ts';
import { EndedMail } from './ended.tsx';
import { EndingMail, endingSubject } from './ending.tsx';
import { FirstMissedMail } from './first-missed.tsx';
import { PaymentFailedMail } from './payment-failed.tsx';
import { RefundedMail } from './refunded.tsx';
import { WelcomeMail } from './welcome.tsx';

/** Recipient of a mail; the name may be empty. */
export interface Addressee {
  email: string;
  name: string;
}

export function renderLetter(to: Addressee, facts: LetterFacts, site: MailSite): Promise<Mail> {
  const [subject, element] = template(to, facts, site);
  return composeMail(to.email, subject, element, site);
}

function template(
  { name }: Addressee,
  facts: LetterFacts,
  site: MailSite,
): [subject: string, element: ReactElement] {
  const common = { name, site };
  switch (facts.kind) {
    case 'welcome':
      return ['Sua assinatura está ativa', <WelcomeMail key="" {...common} facts={facts} />];
    case 'first-missed':
      return [
        'O primeiro pagamento da sua assinatura não chegou',
        <FirstMissedMail key="" {...common} facts={facts} />,
      ];
    case 'payment-failed':
      return [
        'O pagamento da sua assinatura não passou',
        <PaymentFailedMail key="" {...common} facts={facts} />,
      ];
    case 'ending':
      return [endingSubject(facts), <EndingMail key="" {...common} facts={facts} />];
    case 'ended':
      return ['Sua assinatura terminou', <EndedMail key="" {...common} facts={facts} />];
    case 'refunded':
      return ['Seu reembolso foi feito', <RefundedMail key="" {...common} facts={facts} />];
  }
}
