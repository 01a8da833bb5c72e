import { z } from 'zod';
import { Action, Address, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { mail } from '#features/accounts/mails/mail.tsx';
import { formatDate } from '#platform/format.ts';
import { greeting, planName } from './words.ts';

export const ended = mail({
  when: 'Quando a assinatura termina.',
  facts: z.object({ planType: z.string(), endedAt: z.iso.datetime() }),
  example: { planType: 'monthly', endedAt: '2026-11-20T12:30:00.000Z' },
  subject: 'Sua assinatura terminou',
  body: ({ name, site, facts }) => (
    <MailLayout
      site={site}
      preview="Seus favoritos ficam guardados para quando você voltar."
      title="Sua assinatura terminou"
    >
      <P>
        <Strong>{greeting(name)}</Strong> O seu {planName(facts.planType)} terminou em{' '}
        <Strong>{formatDate(facts.endedAt)}</Strong> e a biblioteca foi fechada. Nada mais será cobrado.
      </P>
      <P>
        Obrigado por ter colocado nosso som no ar. A sua conta continua: favoritos, histórico e gravações
        prontas ficam guardados.
      </P>
      <Action href={`${site.url}/#planos`}>Assinar de novo</Action>
      <Aside>
        Acha que é engano? Veja a situação em <Address url={`${site.url}/profile`} /> ou fale conosco pelos
        contatos em <Address url={site.url} />.
      </Aside>
    </MailLayout>
  ),
});
