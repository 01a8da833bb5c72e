import { formatDateTime } from '#platform/format.ts';
import type { MailSite } from '../letters.ts';
import { Action, Aside, MailLayout, P } from './layout.tsx';

export const passwordChangedSubject = 'Sua senha foi alterada';

export function PasswordChangedMail({ site, at }: { site: MailSite; at: string }) {
  return (
    <MailLayout site={site} preview="A senha da sua conta foi alterada." title="Senha alterada">
      <P>
        A senha da sua conta foi alterada em {formatDateTime(at)}. Os outros aparelhos foram desconectados.
      </P>
      <Aside>Não foi você? Crie outra senha agora:</Aside>
      <Action href={`${site.url}/auth/recuperar`}>Criar nova senha</Action>
    </MailLayout>
  );
}
