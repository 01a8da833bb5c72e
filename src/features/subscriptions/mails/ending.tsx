import { Action, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { formatDate } from '#platform/format.ts';
import type { LetterFacts } from '../letters.ts';
import { greeting, type LetterProps, planName } from './words.ts';

type Ending = Extract<LetterFacts, { kind: 'ending' }>;

export const endingSubject = (facts: Ending): string =>
  `Sua assinatura termina em ${formatDate(facts.endsAt)}`;

const reasons: Record<Ending['why'], { before: string; after: string; action: string; to: string }> = {
  canceled: {
    before: 'O seu',
    after:
      ', porque a renovação foi cancelada. Mudou de ideia? Dá para manter a assinatura com um clique, sem pagar nada antes dessa data.',
    action: 'Manter minha assinatura',
    to: '/profile',
  },
  grant: {
    before: 'O período que você ganhou do',
    after: '. Para a sua rádio continuar com a biblioteca, escolha um plano.',
    action: 'Ver os planos',
    to: '/#planos',
  },
  unpaid: {
    before: 'O seu',
    after:
      ', e o boleto ou Pix da renovação ainda não foi confirmado. Se você já pagou, é só esperar: boletos levam até três dias úteis.',
    action: 'Ver minha assinatura',
    to: '/profile',
  },
};

export function EndingMail({ name, site, facts }: LetterProps<'ending'>) {
  const date = formatDate(facts.endsAt);
  const { before, after, action, to } = reasons[facts.why];
  return (
    <MailLayout
      site={site}
      preview={`A biblioteca fica aberta até ${date}.`}
      title={`Sua assinatura termina em ${date}`}
    >
      <P>
        <Strong>{greeting(name)}</Strong> {before} {planName(facts.planType)} vai até <Strong>{date}</Strong>
        {after}
      </P>
      <Action href={`${site.url}${to}`}>{action}</Action>
      <P>
        Até lá tudo continua aberto. Depois, suas favoritas e suas gravações ficam guardadas para quando
        voltar.
      </P>
      <Aside>Os créditos deste mês valem enquanto a assinatura estiver ativa.</Aside>
    </MailLayout>
  );
}
