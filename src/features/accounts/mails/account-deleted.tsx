import { z } from 'zod';
import { Address, Aside, MailLayout, P, Strong } from './layout.tsx';
import { mail } from './mail.tsx';

/** The last mail to a deleted account. */
export const accountDeleted = mail({
  when: 'Depois que a conta foi excluída.',
  facts: z.object({ name: z.string() }),
  example: { name: 'Rádio Exemplo FM' },
  subject: 'Sua conta foi excluída',
  body: ({ site, facts: { name } }) => (
    <MailLayout
      site={site}
      preview="Sua conta e os seus dados foram removidos."
      title="Sua conta foi excluída"
    >
      <P>
        <Strong>{name ? `Até mais, ${name}.` : 'Até mais.'}</Strong> Como você pediu, a sua conta foi
        excluída, com perfil, favoritos, créditos e histórico. Se havia uma assinatura, nada mais será
        cobrado.
      </P>
      <P>
        Guardamos só o que a lei manda: registros de pagamento e gravações entregues, sem o seu nome e sem o
        seu telefone. Os detalhes estão em <Address url={`${site.url}/privacidade`} />.
      </P>
      <P>Obrigado por ter colocado nosso som no ar. Se um dia quiser voltar, é só criar outra conta.</P>
      <Aside>
        Não foi você? Fale conosco pelos contatos em <Address url={site.url} />: uma conta excluída não volta,
        mas podemos ajudar.
      </Aside>
    </MailLayout>
  ),
});
