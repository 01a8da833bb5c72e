import { z } from 'zod';
import { Facts } from '#features/accounts/mails/facts.tsx';
import { Action, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { mail } from '#features/accounts/mails/mail.tsx';
import { formatDateTime } from '#platform/format.ts';
import { deliveryCalendar, deliveryHours } from '../model.ts';

/** Mail: the request is received, with its due time (CRE-18). */
export const recordingReceived = mail({
  when: 'Quando uma gravação é pedida.',
  facts: z.object({ radioName: z.string(), packageTitle: z.string(), dueAt: z.date() }),
  example: {
    radioName: 'Rádio Exemplo FM',
    packageTitle: 'Vinhetas de Natal',
    dueAt: new Date('2026-11-20T12:30:00.000Z'),
  },
  subject: 'Recebemos sua solicitação de gravação',
  body: ({ name, site, facts: { radioName, packageTitle, dueAt } }) => {
    const due = formatDateTime(dueAt);
    return (
      <MailLayout
        site={site}
        preview={`A vinheta da ${radioName} fica pronta até ${due}.`}
        title="Recebemos seu pedido"
      >
        <P>
          {name ? `Obrigado, ${name}! ` : 'Obrigado! '}A vinheta com o nome <Strong>{radioName}</Strong> já
          está na fila do estúdio.
        </P>
        <Facts
          of={[
            ['Pacote', packageTitle],
            ['Rádio', radioName],
            ['Pronta até', `${due} (horário de Brasília)`],
          ]}
        />
        <P>
          São até {deliveryHours} horas úteis. {deliveryCalendar} Avisamos por e-mail assim que estiver
          pronta.
        </P>
        <Action href={`${site.url}/minhas-gravacoes`}>Acompanhar pedido</Action>
        <Aside>O nome da rádio saiu errado? Fale conosco antes da gravação pelos contatos do site.</Aside>
      </MailLayout>
    );
  },
});
