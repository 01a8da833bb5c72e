import { z } from 'zod';
import { confirmationHours } from '../letters.ts';
import { Action, Aside, MailLayout, P } from './layout.tsx';
import { mail } from './mail.tsx';

/** After signing up: the link that confirms the address (AUT-05). */
export const confirmEmail = mail({
  when: 'Depois do cadastro, e quando a confirmação é pedida de novo.',
  facts: z.object({ url: z.string() }),
  example: { url: 'https://exemplo.com.br/link' },
  subject: 'Confirme seu e-mail',
  body: ({ site, facts: { url } }) => (
    <MailLayout
      site={site}
      preview="Falta só um clique para a sua conta ficar pronta."
      title="Falta só um clique"
    >
      <P>Sua conta foi criada. Confirme que este e-mail é seu para entrar e escolher um plano.</P>
      <Action href={url}>Confirmar e-mail</Action>
      <P>
        O link vale por {confirmationHours} horas e só pode ser usado uma vez. Aberto em outro navegador que
        não o do cadastro, ele pede que você escolha a senha.
      </P>
      <Aside>Não foi você? Ignore esta mensagem: sem a confirmação, ninguém entra na conta.</Aside>
    </MailLayout>
  ),
});
