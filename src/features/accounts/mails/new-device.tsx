import { z } from 'zod';
import { formatDateTime } from '#platform/format.ts';
import { Facts } from './facts.tsx';
import { Action, Aside, MailLayout, P } from './layout.tsx';
import { mail } from './mail.tsx';

export const newDevice = mail({
  when: 'No primeiro login em um navegador novo.',
  facts: z.object({ device: z.string(), at: z.iso.datetime() }),
  example: { device: 'Chrome no Windows', at: '2026-11-20T12:30:00.000Z' },
  subject: 'Novo acesso à sua conta',
  body: ({ site, facts: { device, at } }) => (
    <MailLayout
      site={site}
      preview="Sua conta foi aberta em um aparelho novo."
      title="Novo acesso à sua conta"
    >
      <P>Sua conta foi aberta em um aparelho que ainda não conhecíamos.</P>
      <Facts
        of={[
          ['Aparelho', device],
          ['Quando', formatDateTime(at)],
        ]}
      />
      <P>Foi você? Então não precisa fazer nada.</P>
      <Aside>Não foi você? Crie outra senha agora: todos os aparelhos são desconectados.</Aside>
      <Action href={`${site.url}/auth/recuperar`}>Criar nova senha</Action>
    </MailLayout>
  ),
});
