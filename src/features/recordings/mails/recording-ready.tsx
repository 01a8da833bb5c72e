import type { MailSite } from '#features/accounts/letters.ts';
import { composeMail } from '#features/accounts/mails/compose.ts';
import { Action, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import type { Mail } from '#platform/mail.ts';
import type { MailedRecording } from '../model.ts';

export const renderRecordingReady = (site: MailSite, recording: MailedRecording): Promise<Mail> =>
  composeMail(
    recording.email,
    'Sua gravação está pronta',
    <RecordingReadyMail site={site} {...recording} />,
    site,
  );

function RecordingReadyMail({ site, name, radioName, packageTitle }: MailedRecording & { site: MailSite }) {
  return (
    <MailLayout
      site={site}
      preview={`A vinheta da ${radioName} está pronta.`}
      title="Sua gravação está pronta"
    >
      <P>
        {name ? `Boa notícia, ${name}: a` : 'Boa notícia: a'} vinheta com o nome <Strong>{radioName}</Strong>,
        do pacote {packageTitle}, já pode ir ao ar.
      </P>
      <Action href={`${site.url}/minhas-gravacoes`}>Baixar gravação</Action>
      <Aside>Algo não saiu como você queria? Na mesma página você pede uma revisão, sem custo.</Aside>
    </MailLayout>
  );
}
