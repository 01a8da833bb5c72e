import { render, toPlainText } from '@react-email/components';
import type { MailSite } from '#features/accounts/letters.ts';
import { Action, MailLayout, P } from '#features/accounts/mails/layout.tsx';

interface Recording {
  radioName: string;
  packageTitle: string;
}

/** The mail that says: the vinheta with the radio's name can be fetched. */
export async function renderRecordingReady(site: MailSite, recording: Recording) {
  const html = await render(<RecordingReadyMail site={site} {...recording} />);
  return { subject: `Sua gravação está pronta · ${site.name}`, html, text: toPlainText(html) };
}

function RecordingReadyMail({ site, radioName, packageTitle }: Recording & { site: MailSite }) {
  return (
    <MailLayout
      site={site}
      preview={`A vinheta da ${radioName} está pronta.`}
      title="Sua gravação está pronta"
    >
      <P>
        A vinheta com o nome <strong>{radioName}</strong>, do pacote {packageTitle}, já pode ser baixada.
      </P>
      <Action href={`${site.url}/minhas-gravacoes`}>Baixar gravação</Action>
      <P>Algo não saiu como você queria? Na mesma página você pede uma revisão sem custo.</P>
    </MailLayout>
  );
}
