import { parseWithZod } from '@conform-to/zod/v4';
import { data, Link, useNavigation } from 'react-router';
import { AuthPage } from '#features/accounts/components/auth-page.tsx';
import { LinkRequest } from '#features/accounts/components/link-request.tsx';
import { recoveryAnswer } from '#features/accounts/messages.ts';
import { emailSchema } from '#features/accounts/model.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { useRootData } from '#routes/root-data.ts';
import type { Route } from './+types/forgot-password';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, 'Recuperar senha', 'Receba por e-mail um link para criar uma nova senha.'),
  unlisted,
];

/** Sends a recovery link; the same answer for known and unknown addresses (AUT-17). */
export async function action({ context, request }: Route.ActionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: emailSchema });
  if (submission.status !== 'success')
    return data({ sent: false, result: submission.reply() }, { status: 400 });
  const { auth } = context.get(appContext);
  const outcome = await auth.call('/request-password-reset', submission.value, request);
  if (outcome.ok) return data({ sent: true, result: undefined });
  return data(
    { sent: false, result: submission.reply({ formErrors: [outcome.message] }) },
    { status: outcome.status },
  );
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { site } = useRootData();
  const busy = useNavigation().state !== 'idle';
  return (
    <AuthPage
      siteName={site.name}
      title="Recuperar senha"
      lead="Informe o e-mail da conta e enviaremos um link para criar uma nova senha."
    >
      <LinkRequest
        lastResult={actionData?.result}
        sent={actionData?.sent ? recoveryAnswer : null}
        busy={busy}
        label="Enviar link"
      />
      <p className="text-sm text-muted">
        Lembrou?{' '}
        <Link
          to="/auth"
          className="inline-flex items-center rounded-sm font-semibold text-accent underline decoration-current/40 underline-offset-4 touch:min-h-11"
        >
          Voltar ao login
        </Link>
      </p>
    </AuthPage>
  );
}
