import { z } from 'zod';
import { formatDateTime } from '#platform/format.ts';
import { Facts } from './facts.tsx';
import { Action, MailLayout, P } from './layout.tsx';
import { mail } from './mail.tsx';

export const backupFailed = mail({
  when: 'Aos administradores, quando um backup falha.',
  facts: z.object({ title: z.string(), reason: z.string(), at: z.iso.datetime() }),
  example: { title: 'O backup falhou', reason: 'O disco está cheio.', at: '2026-11-20T12:30:00.000Z' },
  subject: ({ title }) => title,
  body: ({ site, facts: { title, reason, at } }) => (
    <MailLayout site={site} preview="O site continua no ar, mas sem um backup novo." title={title}>
      <P>O site continua no ar. Até isso ser resolvido, ele não tem um backup novo em que confiar.</P>
      <Facts
        of={[
          ['Motivo', reason],
          ['Quando', formatDateTime(at)],
        ]}
      />
      <Action href={`${site.url}/admin/saude`}>Ver a saúde do sistema</Action>
    </MailLayout>
  ),
});
