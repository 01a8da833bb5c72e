import type { MailSite } from '#features/accounts/letters.ts';
import { composeMail } from '#features/accounts/mails/compose.ts';
import { Facts } from '#features/accounts/mails/facts.tsx';
import { Action, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { formatDateTime } from '#platform/format.ts';
import type { Mail } from '#platform/mail.ts';
import { deliveryHours, type MailedRecording } from '../model.ts';

/** Mail: the request is received, with its due time (CRE-18). */
export const renderRecordingReceived = (site: MailSite, recording: MailedRecording): Promise<Mail> =>
  composeMail(
    recording.email,
    'Recebemos sua solicitação de gravação',
    <RecordingReceivedMail site={site} {...recording} />,
    site,
  );

function RecordingReceivedMail({
  site,
  name,
  radioName,
  packageTitle,
  dueAt,
}: MailedRecording & { site: MailSite }) {
  const due = formatDateTime(dueAt);
  return (
    <MailLayout
      site={site}
      preview={`A vinheta da ${radioName} fica pronta até ${due}.`}
      title="Recebemos seu pedido"
    >
      <P>
        {name ? `Obrigado, ${name}! ` : 'Obrigado! '}A vinheta com o nome <Strong>{radioName}</Strong> já está
        na fila do estúdio.
      </P>
      <Facts
        of={[
          ['Pacote', packageTitle],
          ['Rádio', radioName],
          ['Pronta até', `${due} (horário de Brasília)`],
        ]}
      />
      <P>
        São até {deliveryHours} horas úteis, de segunda a sexta, fora feriados nacionais. Avisamos por e-mail
        assim que estiver pronta.
      </P>
      <Action href={`${site.url}/minhas-gravacoes`}>Acompanhar pedido</Action>
      <Aside>O nome da rádio saiu errado? Fale conosco antes da gravação pelos contatos do site.</Aside>
    </MailLayout>
  );
}
