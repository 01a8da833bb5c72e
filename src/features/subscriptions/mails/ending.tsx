import { z } from 'zod';
import { Action, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { mail } from '#features/accounts/mails/mail.tsx';
import { formatDate } from '#platform/format.ts';
import { greeting, planName } from './words.ts';

const until = (date: string) => `Sua assinatura termina em ${date}`;
const reasons = {
  canceled: {
    title: until,
    before: 'O seu',
    after:
      ', porque a renovação foi cancelada. Mudou de ideia? Dá para manter a assinatura com um clique, sem pagar nada antes dessa data.',
    action: 'Manter minha assinatura',
    to: '/profile',
  },
  grant: {
    title: until,
    before: 'O período que você ganhou do',
    after: '. Para a sua rádio continuar com a biblioteca, escolha um plano.',
    action: 'Ver os planos',
    to: '/#planos',
  },
  unpaid: {
    title: (date: string) => `O boleto ou Pix da sua renovação vence em ${date}`,
    before: 'Com o boleto ou Pix da renovação em aberto, o seu',
    after:
      ', o dia do vencimento. Se você já pagou, é só esperar: um boleto leva até três dias úteis para ser confirmado, e a biblioteca se abre sozinha quando o banco avisa.',
    action: 'Ver minha assinatura',
    to: '/profile',
  },
};
const reasonNames = Object.keys(reasons) as (keyof typeof reasons)[];

export const ending = mail({
  when: 'Três dias antes do fim de uma assinatura que não se renova, ou do vencimento do boleto de uma renovação.',
  facts: z.object({ planType: z.string(), endsAt: z.iso.datetime(), why: z.enum(reasonNames) }),
  example: { planType: 'monthly', endsAt: '2026-11-20T12:30:00.000Z', why: 'canceled' },
  subject: (facts) => reasons[facts.why].title(formatDate(facts.endsAt)),
  body: ({ name, site, facts }) => {
    const date = formatDate(facts.endsAt);
    const { title, before, after, action, to } = reasons[facts.why];
    return (
      <MailLayout site={site} preview={`A biblioteca fica aberta até ${date}.`} title={title(date)}>
        <P>
          <Strong>{greeting(name)}</Strong> {before} {planName(facts.planType)} vai até{' '}
          <Strong>{date}</Strong>
          {after}
        </P>
        <Action href={`${site.url}${to}`}>{action}</Action>
        <P>
          Até lá tudo continua aberto. Depois, seus favoritos e suas gravações ficam guardados para quando
          voltar.
        </P>
        <Aside>Os créditos deste mês valem enquanto a assinatura estiver ativa.</Aside>
      </MailLayout>
    );
  },
});
