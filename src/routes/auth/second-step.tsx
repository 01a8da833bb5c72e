import { data, Form, Link, redirect, replace, useNavigation } from 'react-router';
import { AuthPage } from '#features/accounts/components/auth-page.tsx';
import { PasskeyButton } from '#features/accounts/components/passkey-button.tsx';
import { safeNext } from '#features/accounts/model.ts';
import { callOfCode, codeForm, takesPasskeys } from '#features/accounts/second-step/model.ts';
import { findSecondStep } from '#features/accounts/second-step/queries.server.ts';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { firstMessage } from '#platform/errors.ts';
import { readForm } from '#platform/http.server.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { useRootData } from '#routes/root-data.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import type { Route } from './+types/second-step';
import { passkeyOptions, passkeyRefused, signInByPasskey } from './passkey.server.ts';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, 'Verificação em duas etapas', 'Digite o código do aplicativo para entrar.'),
  unlisted,
];

/** Back to the sign-in after the second step has timed out. */
const again = (next: string) => redirect(signInAddress(pageOf(next), 'etapa-vencida'));

/** The parts of a path accepted by `safeNext`. */
const pageOf = (next: string) => new URL(next, 'http://site.invalid');

/** For a visitor who has just given the password; there is no session yet. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const next = safeNext(url.searchParams.get('next'));
  if (await context.get(viewerContext)()) throw redirect(next);
  const userId = await app.auth.awaited(request.headers.get('cookie'));
  if (userId === null) throw again(next);
  const { hasApp, passkeys } = await findSecondStep(app.db, userId, app.clock.now());
  const hasPasskey = passkeys.length > 0 && takesPasskeys(app.settings.PUBLIC_URL);
  return data({ next, hasApp, hasPasskey }, { headers: { 'Cache-Control': 'no-store' } });
}

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const cookie = request.headers.get('cookie');
  const form = await readForm(request);
  const next = safeNext(String(form.get('next') ?? ''));
  const userId = await app.auth.awaited(cookie);
  if (userId === null) throw again(next);
  const intent = form.get('intent');
  if (intent === 'passkey-options') return passkeyOptions(app, request);
  if (intent !== 'passkey') return takeCode(app, request, form, next);
  const outcome = await signInByPasskey(app, request, form, userId);
  if (!outcome.ok) return passkeyRefused(outcome);
  return enter(next, [...outcome.cookies, await app.auth.forgetAwaited(cookie)]);
}

async function takeCode(app: App, request: Request, form: FormData, next: string) {
  const parsed = codeForm.safeParse(Object.fromEntries(form));
  if (!parsed.success)
    return data({ kind: 'refused' as const, message: firstMessage(parsed.error) }, { status: 400 });
  const { path, code } = callOfCode(parsed.data.code);
  const outcome = await app.auth.call(path, { code }, request);
  if (outcome.ok) return enter(next, outcome.cookies);
  const { message, status } = outcome;
  return data({ kind: 'refused' as const, message }, { status });
}

const enter = (next: string, cookies: string[]) =>
  replace(next, { headers: new Headers(cookies.map((cookie) => ['Set-Cookie', cookie])) });

export default function SecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { site } = useRootData();
  const { next, hasApp, hasPasskey } = loaderData;
  const busy = useNavigation().state !== 'idle';
  const address = `/auth/confirmar?next=${encodeURIComponent(next)}`;
  const ways = hasApp
    ? 'Digite os 6 dígitos que o aplicativo de códigos mostra agora.'
    : 'Use a chave de acesso deste aparelho ou um código de recuperação.';
  return (
    <AuthPage siteName={site.name} title="Confirme que é você" lead={ways}>
      {hasPasskey ? <PasskeyButton action={address} next={next} label="Usar chave de acesso" /> : null}
      <Form method="post" action={address} className="grid gap-5" noValidate>
        <input type="hidden" name="next" value={next} />
        <Field
          label={hasApp ? 'Código' : 'Código de recuperação'}
          error={actionData?.kind === 'refused' ? actionData.message : null}
          hint={hasApp ? 'Sem o aplicativo? Um código de recuperação também vale.' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              className="tracking-widest tabular-nums"
              autoFocus={!hasPasskey}
              required
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Confirmar
        </Button>
      </Form>
      <p className="text-sm text-muted">
        Perdeu o aparelho e os códigos? Quem cuida do servidor pode redefinir a verificação.{' '}
        <Link
          to={signInAddress(pageOf(next))}
          className="inline-flex items-center rounded-sm font-semibold text-accent underline decoration-current/40 underline-offset-4 touch:min-h-11"
        >
          Entrar com outra conta
        </Link>
      </p>
    </AuthPage>
  );
}
