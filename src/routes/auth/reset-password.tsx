import { useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { data, Form, redirect, useNavigation } from 'react-router';
import { AuthPage } from '#features/accounts/components/auth-page.tsx';
import { Notice } from '#features/accounts/components/notice.tsx';
import { resetPasswordSchema } from '#features/accounts/model.ts';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { useRootData } from '#routes/root-data.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/input.tsx';
import type { Route } from './+types/reset-password';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, 'Nova senha', 'Escolha uma nova senha para a sua conta.'),
  unlisted,
];

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? '';
  const kind = token.length <= 200 ? await context.get(appContext).auth.findPasswordLink(token) : null;
  return data({ token, kind }, { status: kind ? 200 : 410, headers: { 'Cache-Control': 'no-store' } });
}

/**
 * Sets the new password, ends all sessions and redirects to the sign-in (AUT-16). With a confirmation link it is the
 * first password, because that of the sign-up counts only in its own browser.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: resetPasswordSchema });
  const hideFields: ['password'] = ['password'];
  if (submission.status !== 'success') return data(submission.reply({ hideFields }), { status: 400 });
  const { token, password } = submission.value;
  const body = { token, newPassword: password };
  const { auth } = context.get(appContext);
  const isFirst = (await auth.findPasswordLink(token)) === 'confirmation';
  const outcome = await auth.call('/reset-password', body, request);
  if (outcome.ok) {
    const headers = new Headers(outcome.cookies.map((cookie) => ['Set-Cookie', cookie]));
    return redirect(signInAddress(null, isFirst ? 'email-confirmado' : 'senha-alterada'), { headers });
  }
  return data(submission.reply({ formErrors: [outcome.message], hideFields }), { status: outcome.status });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { site } = useRootData();
  if (!loaderData.kind) {
    return (
      <AuthPage
        siteName={site.name}
        title="Este link não vale mais"
        lead="Ele já foi usado, venceu ou perdeu o efeito porque a conta mudou. Peça outro: leva um minuto."
      >
        <ButtonLink to="/auth/recuperar" variant="primary" size="lg">
          Pedir novo link
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      siteName={site.name}
      {...(loaderData.kind === 'confirmation' ? firstPassword : anotherPassword)}
    >
      <NewPasswordForm token={loaderData.token} lastResult={actionData} />
    </AuthPage>
  );
}

const firstPassword = {
  title: 'Escolha sua senha',
  lead: 'Este link não foi aberto no navegador do cadastro. Escolha agora a senha da conta: pode ser a mesma do cadastro.',
};
const anotherPassword = { title: 'Criar nova senha', lead: 'Todos os aparelhos serão desconectados.' };

interface NewPasswordFormProps {
  token: string;
  lastResult: Route.ComponentProps['actionData'];
}

function NewPasswordForm({ token, lastResult }: NewPasswordFormProps) {
  const busy = useNavigation().state !== 'idle';
  const [form, fields] = useForm<{ token: string; password: string }>({
    id: 'nova-senha',
    lastResult,
    constraint: getZodConstraint(resetPasswordSchema),
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: resetPasswordSchema }),
  });
  const refused = form.errors?.[0] ?? fields.token.errors?.[0];
  return (
    <Form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
      className="grid gap-5"
    >
      <input type="hidden" name="token" value={token} />
      {refused ? <Notice tone="danger">{refused}</Notice> : null}
      <Field
        label="Nova senha"
        error={fields.password.errors}
        hint="No mínimo 6 caracteres."
        id={fields.password.id}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            required
            minLength={6}
            maxLength={128}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Salvar nova senha
      </Button>
    </Form>
  );
}
