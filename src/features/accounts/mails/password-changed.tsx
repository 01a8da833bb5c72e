import { z } from 'zod';
import { formatDateTime } from '#platform/format.ts';
import { Action, Aside, MailLayout, P } from './layout.tsx';
import { mail } from './mail.tsx';

export const passwordChanged = mail({
  when: 'Depois que a senha foi trocada.',
  facts: z.object({ at: z.iso.datetime() }),
  example: { at: '2026-11-20T12:30:00.000Z' },
  subject: 'Sua senha foi alterada',
  body: ({ site, facts: { at } }) => (
    <MailLayout site={site} preview="A senha da sua conta foi alterada." title="Senha alterada">
      <P>
        A senha da sua conta foi alterada em {formatDateTime(at)}. Os outros aparelhos foram desconectados.
      </P>
      <Aside>Não foi você? Crie outra senha agora:</Aside>
      <Action href={`${site.url}/auth/recuperar`}>Criar nova senha</Action>
    </MailLayout>
  ),
});
