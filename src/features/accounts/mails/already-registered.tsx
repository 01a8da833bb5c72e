import { z } from 'zod';
import { Action, Address, Aside, MailLayout, P } from './layout.tsx';
import { mail } from './mail.tsx';

/** To the owner of an address that was used for another sign-up. */
export const alreadyRegistered = mail({
  when: 'Quando alguém se cadastra com um e-mail que já tem conta.',
  facts: z.unknown(),
  example: {},
  subject: 'Este e-mail já tem uma conta',
  body: ({ site }) => (
    <MailLayout
      site={site}
      preview="E-mail já cadastrado: entre com a sua conta."
      title="E-mail já cadastrado"
    >
      <P>
        Alguém tentou usar este e-mail em um novo cadastro, mas ele já tem uma conta. Se foi você, é só
        entrar.
      </P>
      <Action href={`${site.url}/auth`}>Entrar</Action>
      <P>
        Esqueceu a senha? Crie outra em <Address url={`${site.url}/auth/recuperar`} />.
      </P>
      <Aside>Não foi você? Não é preciso fazer nada: sua conta e sua senha continuam as mesmas.</Aside>
    </MailLayout>
  ),
});
