import { z } from 'zod';
import { Action, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { mail } from '#features/accounts/mails/mail.tsx';

export const recordingReady = mail({
  when: 'Quando a gravação é entregue.',
  facts: z.object({ radioName: z.string(), packageTitle: z.string() }),
  example: { radioName: 'Rádio Exemplo FM', packageTitle: 'Vinhetas de Natal' },
  subject: 'Sua gravação está pronta',
  body: ({ name, site, facts: { radioName, packageTitle } }) => (
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
  ),
});
