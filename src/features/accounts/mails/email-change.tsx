import { z } from 'zod';
import { confirmationHours } from '../letters.ts';
import { Action, Address, Aside, MailLayout, P, Strong } from './layout.tsx';
import { mail } from './mail.tsx';

/** To the new address: only this link completes the change. */
export const confirmNewEmail = mail({
  when: 'Ao novo endereço, quando alguém troca de e-mail.',
  facts: z.object({ url: z.string() }),
  example: { url: 'https://exemplo.com.br/link' },
  subject: 'Confirme seu novo e-mail',
  body: ({ site, facts: { url } }) => (
    <MailLayout site={site} preview="Confirme o novo e-mail da sua conta." title="Confirme seu novo e-mail">
      <P>
        Recebemos um pedido para que a conta passe a usar este endereço. A troca só vale depois da
        confirmação.
      </P>
      <Action href={url}>Confirmar novo e-mail</Action>
      <P>O link vale por {confirmationHours} horas.</P>
      <Aside>Não foi você? Ignore esta mensagem: nada muda sem a confirmação.</Aside>
    </MailLayout>
  ),
});

/** To the old address, when the change is requested. */
export const emailChangeAsked = mail({
  when: 'Ao endereço antigo, quando alguém pede a troca de e-mail.',
  facts: z.object({ newEmail: z.string() }),
  example: { newEmail: 'novo@exemplo.com.br' },
  subject: 'Pedido de troca de e-mail',
  body: ({ site, facts: { newEmail } }) => (
    <MailLayout
      site={site}
      preview="Recebemos um pedido para trocar o e-mail da sua conta."
      title="Pedido de troca de e-mail"
    >
      <P>
        Recebemos um pedido para que a sua conta passe a usar <Strong>{newEmail}</Strong>. A troca só vale
        depois de confirmada no novo endereço.
      </P>
      <Aside>
        Não foi você? Alguém sabe a sua senha: crie outra agora em{' '}
        <Address url={`${site.url}/auth/recuperar`} />. A troca pedida perde o efeito com a nova senha.
      </Aside>
    </MailLayout>
  ),
});

/** To the old address, when the change is completed. */
export const emailChanged = mail({
  when: 'Ao endereço antigo, depois da troca de e-mail.',
  facts: z.object({ newEmail: z.string() }),
  example: { newEmail: 'novo@exemplo.com.br' },
  subject: 'O e-mail da sua conta foi trocado',
  body: ({ site, facts: { newEmail } }) => (
    <MailLayout site={site} preview="O e-mail da sua conta foi trocado." title="E-mail trocado">
      <P>
        A partir de agora a sua conta usa <Strong>{newEmail}</Strong>. Este endereço não entra mais nela.
      </P>
      <Aside>
        Não foi você? Fale conosco pelos contatos em <Address url={site.url} />.
      </Aside>
    </MailLayout>
  ),
});
