import { z } from 'zod';
import { Action, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { mail } from '#features/accounts/mails/mail.tsx';
import { formatDate } from '#platform/format.ts';
import { greeting, planName } from './words.ts';

export const paymentFailed = mail({
  when: 'Quando uma renovação é recusada, ou o seu boleto ou Pix vence sem pagamento.',
  facts: z.object({
    planType: z.string(),
    accessUntil: z.iso.datetime() /** Whether that was in the future when the renewal failed. */,
    isOpen: z.boolean(),
    /** Whether a boleto or Pix is overdue. Jobs of former versions lack it. */
    isVoucher: z.boolean().default(false),
  }),
  example: { planType: 'monthly', accessUntil: '2026-11-20T12:30:00.000Z', isOpen: true, isVoucher: false },
  subject: 'O pagamento da sua assinatura não passou',
  body: ({ name, site, facts }) => {
    const until = formatDate(facts.accessUntil);
    return (
      <MailLayout
        site={site}
        preview="Confira a forma de pagamento para a sua rádio continuar com a biblioteca."
        title="O pagamento não passou"
      >
        <P>
          <Strong>{greeting(name)}</Strong> A renovação do seu {planName(facts.planType)}{' '}
          {facts.isVoucher
            ? 'não foi paga: o boleto ou Pix venceu, e o banco não confirmou nenhum pagamento.'
            : 'foi recusada. Acontece: cartão vencido, limite do mês ou um bloqueio do banco.'}
        </P>
        {facts.isVoucher && !facts.isOpen ? (
          <P>
            A biblioteca ficou aberta até <Strong>{until}</Strong>. Para abri-la de novo, gere outro boleto,
            pague por Pix ou use um cartão. Se você pagou no último dia, é só esperar: o banco leva até três
            dias úteis para confirmar.
          </P>
        ) : facts.isOpen ? (
          <P>
            O período que você já pagou vai até <Strong>{until}</Strong>, e até essa data nada muda. Vamos
            tentar de novo nos próximos dias; se o pagamento não entrar, a biblioteca se fecha depois disso.
          </P>
        ) : (
          <P>
            O período que você pagou terminou em <Strong>{until}</Strong>, e a biblioteca espera pelo
            pagamento. Vamos tentar de novo nos próximos dias; quando der certo, ela se abre na hora.
          </P>
        )}
        <Action href={`${site.url}/profile`}>Conferir o pagamento</Action>
        <P>Na aba Assinatura, em “Gerenciar assinatura”, você troca o cartão ou a forma de pagamento.</P>
        <Aside>Já acertou? Então não é preciso fazer mais nada.</Aside>
      </MailLayout>
    );
  },
});
