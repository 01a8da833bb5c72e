import { z } from 'zod';
import { Action, Address, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { mail } from '#features/accounts/mails/mail.tsx';
import { formatMoney } from '#platform/format.ts';
import { greeting, planName } from './words.ts';

export const firstMissed = mail({
  when: 'Quando o primeiro boleto ou Pix vence sem pagamento.',
  facts: z.object({ planType: z.string(), amountCents: z.number().int() }),
  example: { planType: 'monthly', amountCents: 2990 },
  subject: 'O primeiro pagamento da sua assinatura não chegou',
  body: ({ name, site, facts }) => (
    <MailLayout
      site={site}
      preview="A assinatura não começou, e nada foi cobrado."
      title="O primeiro pagamento não chegou"
    >
      <P>
        <Strong>{greeting(name)}</Strong> O primeiro pagamento do seu {planName(facts.planType)}, de{' '}
        <Strong>{formatMoney(facts.amountCents)}</Strong>, não chegou: o boleto ou Pix venceu sem ser pago. A
        assinatura não começou, e nada foi cobrado.
      </P>
      <P>Se ainda quiser a biblioteca na sua rádio, é só escolher um plano e pagar como preferir.</P>
      <Action href={`${site.url}/#planos`}>Escolher um plano</Action>
      <Aside>
        Já tinha pago? Um boleto leva até três dias úteis para ser confirmado. Se passar disso, fale conosco
        pelos contatos em <Address url={site.url} />.
      </Aside>
    </MailLayout>
  ),
});
