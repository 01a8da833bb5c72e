import { z } from 'zod';
import { Facts } from '#features/accounts/mails/facts.tsx';
import { Address, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { mail } from '#features/accounts/mails/mail.tsx';
import { formatDate, formatMoney } from '#platform/format.ts';
import { greeting } from './words.ts';

export const refunded = mail({
  when: 'Depois de um reembolso.',
  facts: z.object({
    refundedCents: z.number().int(),
    refundedAt:
      z.iso.datetime() /** Whether another subscription continues: the refunded one was a double payment. */,
    isDouble: z.boolean().default(false),
  }),
  example: { refundedCents: 2990, refundedAt: '2026-11-20T12:30:00.000Z' },
  subject: 'Seu reembolso foi feito',
  body: ({ name, site, facts }) => {
    const amount = formatMoney(facts.refundedCents);
    return (
      <MailLayout
        site={site}
        preview={
          facts.isDouble
            ? `Devolvemos ${amount} da assinatura em dobro.`
            : `Devolvemos ${amount} e encerramos a assinatura.`
        }
        title="Seu reembolso foi feito"
      >
        <P>
          <Strong>{greeting(name)}</Strong>{' '}
          {facts.isDouble
            ? 'Você tinha duas assinaturas. Devolvemos o valor da que não era usada e a encerramos; a outra continua valendo.'
            : 'Devolvemos o valor e encerramos a sua assinatura. Nada mais será cobrado.'}
        </P>
        <Facts
          of={[
            ['Valor devolvido', amount],
            ['Data', formatDate(facts.refundedAt)],
          ]}
        />
        <P>No cartão, o valor aparece em até duas faturas, conforme o banco.</P>
        {facts.isDouble ? (
          <Aside>
            A assinatura que continua está em <Address url={`${site.url}/profile`} />.
          </Aside>
        ) : (
          <Aside>
            A sua conta continua, com favoritos e gravações guardados. Quando quiser voltar, os planos estão
            em <Address url={`${site.url}/#planos`} />.
          </Aside>
        )}
      </MailLayout>
    );
  },
});
