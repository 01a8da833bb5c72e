import { z } from 'zod';
import { recoveryMinutes } from '../letters.ts';
import { Action, Aside, MailLayout, P } from './layout.tsx';
import { mail } from './mail.tsx';

/** The recovery link. */
export const recoverPassword = mail({
  when: 'Quando alguém pede uma nova senha.',
  facts: z.object({ url: z.string() }),
  example: { url: 'https://exemplo.com.br/link' },
  subject: 'Crie uma nova senha',
  body: ({ site, facts: { url } }) => (
    <MailLayout site={site} preview="O link para criar uma nova senha." title="Crie uma nova senha">
      <P>Recebemos um pedido para trocar a senha da sua conta. Escolha a nova pelo botão abaixo.</P>
      <Action href={url}>Criar nova senha</Action>
      <P>
        O link vale por {recoveryMinutes} minutos e só pode ser usado uma vez. Ao trocar a senha, todos os
        aparelhos são desconectados.
      </P>
      <Aside>Não foi você? Ignore esta mensagem: a senha atual continua valendo.</Aside>
    </MailLayout>
  ),
});
