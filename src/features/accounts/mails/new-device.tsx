import { formatDateTime } from '#platform/format.ts';
import type { MailSite } from '../letters.ts';
import { Facts } from './facts.tsx';
import { Action, Aside, MailLayout, P } from './layout.tsx';

export const newDeviceSubject = 'Novo acesso à sua conta';

export function NewDeviceMail({ site, device, at }: { site: MailSite; device: string; at: string }) {
  return (
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
  );
}
