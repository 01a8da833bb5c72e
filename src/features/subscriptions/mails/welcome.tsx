import { z } from 'zod';
import { Facts } from '#features/accounts/mails/facts.tsx';
import { Action, Address, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { mail } from '#features/accounts/mails/mail.tsx';
import { planLabel } from '#features/plans/plans.ts';
import { formatDate, formatMoney } from '#platform/format.ts';
import { greeting } from './words.ts';

export const welcome = mail({
  when: 'Quando o primeiro pagamento chega.',
  facts: z.object({
    planType: z.string() /** Null: unknown to the provider. */,
    amountCents: z.number().int().nullable(),
    paidAt: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
    renews: z.boolean(),
  }),
  example: {
    planType: 'monthly',
    amountCents: 2990,
    paidAt: '2026-11-20T12:30:00.000Z',
    periodEnd: '2026-12-20T12:30:00.000Z',
    renews: true,
  },
  subject: 'Sua assinatura está ativa',
  body: ({ name, site, facts }) => {
    const { planType, amountCents, paidAt, periodEnd, renews } = facts;
    const receipt: (readonly [string, string] | null)[] = [
      ['Plano', planLabel(planType)],
      amountCents === null ? null : ['Valor pago', formatMoney(amountCents)],
      ['Pago em', formatDate(paidAt)],
      ['Período', `${formatDate(paidAt)} a ${formatDate(periodEnd)}`],
      ['Próxima cobrança', renews ? formatDate(periodEnd) : 'Não há: termina no fim do período'],
    ];
    return (
      <MailLayout
        site={site}
        preview="Pagamento confirmado: a biblioteca inteira está aberta para a sua rádio."
        title={`Boas-vindas à ${site.name}`}
      >
        <P>
          <Strong>{greeting(name)}</Strong> Seu pagamento foi confirmado e a biblioteca inteira está aberta
          para a sua rádio: trilhas, efeitos e vinhetas.
        </P>
        <Action href={`${site.url}/library`}>Abrir a biblioteca</Action>
        <P>Este é o seu recibo:</P>
        <Facts of={receipt.filter((row) => row !== null)} />
        <P>
          Cartão, plano e cancelamento ficam em <Address url={`${site.url}/profile`} />, na aba Assinatura.
        </P>
        <Aside>
          Você tem 7 dias de garantia: se a assinatura não servir para a sua rádio, fale conosco nesse prazo e
          devolvemos todo o valor pago.
        </Aside>
      </MailLayout>
    );
  },
});
