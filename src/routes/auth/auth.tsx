import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useEffect } from 'react';
import {
  createCookie,
  data,
  Form,
  Link,
  redirect,
  replace,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { AuthForm, type AuthMode } from '#features/accounts/components/auth-form.tsx';
import { AuthPage } from '#features/accounts/components/auth-page.tsx';
import { Notice } from '#features/accounts/components/notice.tsx';
import { PasskeyButton } from '#features/accounts/components/passkey-button.tsx';
import { resendAnswer, signUpAnswer } from '#features/accounts/messages.ts';
import { emailSchema, safeNext, signInSchema, signUpSchema } from '#features/accounts/model.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { takesPasskeys } from '#features/accounts/second-step/model.ts';
import { shownEmail } from '#platform/email.server.ts';
import { AppError } from '#platform/errors.ts';
import { readForm } from '#platform/http.server.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { useRootData } from '#routes/root-data.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { dismissToast } from '#ui/toast-store.ts';
import type { Route } from './+types/auth';

export const meta: Route.MetaFunction = (page) => {
  const isNew = new URLSearchParams(page.location.search).get('modo') === 'cadastro';
  const [title, description] = page.error
    ? ['Acesso Restrito', 'Esta página é só para quem administra o site.']
    : isNew
      ? ['Criar conta', 'Crie a sua conta com e-mail e senha.']
      : ['Entrar', 'Entre na sua conta.'];
  return [...pageHead(page, title, description), unlisted];
};

/** Carries the address of a new account to the page that follows its sign-up. */
const newAccount = createCookie('sonoteca.nova-conta', { httpOnly: true, sameSite: 'lax', maxAge: 3600 });

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const next = url.searchParams.get('next');
  const viewer = await context.get(viewerContext)();
  // Redirected here from an administrators' page, which would redirect back (A-108).
  const isRestricted = url.searchParams.get('aviso') === 'restrito';
  if (viewer && isRestricted && !isAdmin(viewer.user))
    throw new AppError('forbidden', 'Esta página é só para quem administra o site.');
  if (viewer) throw redirect(safeNext(next));
  const hasPasskeys = takesPasskeys(context.get(appContext).settings.PUBLIC_URL);
  const isAfterSignUp = url.searchParams.get('aviso') === 'conta-criada';
  const created = isAfterSignUp ? await newAccount.parse(request.headers.get('cookie')) : null;
  return {
    next: next === null ? null : safeNext(next),
    hasPasskeys,
    created: shownCreated(created),
  };
}

const shownCreated = (created: unknown): string | null => {
  const { data: read } = emailSchema.safeParse({ email: created });
  return read ? shownEmail(read.email) : null;
};

const intents = { 'sign-in': signIn, 'sign-up': signUp, resend } as const;
const isIntent = (value: unknown): value is keyof typeof intents => Object.hasOwn(intents, String(value));

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = form.get('intent');
  return intents[isIntent(intent) ? intent : 'sign-in'](context.get(appContext), request, form);
}

async function signIn(app: App, request: Request, form: FormData) {
  const submission = parseWithZod(form, { schema: signInSchema });
  if (submission.status !== 'success')
    return refused('Erro no login', submission.reply({ hideFields: ['password'] }));
  const outcome = await app.auth.call('/sign-in/email', submission.value, request);
  if (outcome.ok) {
    const headers = new Headers(outcome.cookies.map((cookie) => ['Set-Cookie', cookie]));
    const next = form.get('next');
    if (outcome.body.twoFactorRedirect) {
      const to = encodeURIComponent(safeNext(typeof next === 'string' ? next : null));
      return redirect(`/auth/confirmar?next=${to}`, { headers });
    }
    // `next` is never this page, which would redirect again.
    return replace(safeNext(typeof next === 'string' ? next : null), { headers });
  }
  const unconfirmed = outcome.code === 'EMAIL_NOT_VERIFIED' ? shownEmail(submission.value.email) : null;
  const formErrors = unconfirmed ? [] : [outcome.message];
  const result = submission.reply({ formErrors, hideFields: ['password'] });
  return refused('Erro no login', result, { ...outcome, unconfirmed });
}

async function signUp(app: App, request: Request, form: FormData) {
  const submission = parseWithZod(form, { schema: signUpSchema });
  if (submission.status !== 'success') {
    return refused('Erro no cadastro', submission.reply({ hideFields: ['password'] }));
  }
  const outcome = await app.auth.call('/sign-up/email', submission.value, request);
  if (outcome.ok) {
    // The browser keeps its name, because the confirmation link is bound to it.
    const headers = new Headers(outcome.cookies.map((cookie) => ['Set-Cookie', cookie]));
    headers.append('Set-Cookie', await newAccount.serialize(submission.value.email));
    const next = form.get('next');
    const to = addressOf('sign-in', typeof next === 'string' ? safeNext(next) : null, 'conta-criada');
    return replace(to, { headers });
  }
  const result = submission.reply({ formErrors: [outcome.message], hideFields: ['password'] });
  return refused('Erro no cadastro', result, outcome);
}

async function resend(app: App, request: Request, form: FormData) {
  const submission = parseWithZod(form, { schema: emailSchema });
  if (submission.status !== 'success') return refused('Erro ao enviar o link', submission.reply());
  const { email } = submission.value;
  const outcome = await app.auth.call('/send-verification-email', { email }, request);
  if (outcome.ok) return data({ kind: 'resent' as const, email: shownEmail(email) });
  return refused('Erro ao enviar o link', submission.reply(), { ...outcome, unconfirmed: shownEmail(email) });
}

interface Refusal {
  status?: number;
  message?: string;
  retryAfter?: number | null;
  unconfirmed?: string | null;
}

function refused(title: string, result: SubmissionResult<string[]>, why: Refusal = {}) {
  const { status = 400, unconfirmed = null, retryAfter } = why;
  const message = why.message ?? Object.values(result.error ?? {}).flat()[0] ?? 'Confira os campos.';
  const headers = retryAfter ? { 'Retry-After': String(retryAfter) } : undefined;
  return data({ kind: 'refused' as const, title, message, unconfirmed, result }, { status, headers });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? new Headers();

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { site } = useRootData();
  const navigation = useNavigation();
  const [params] = useSearchParams();
  const mode: AuthMode = params.get('modo') === 'cadastro' ? 'sign-up' : 'sign-in';
  const { next, created } = loaderData;

  useToastOf(actionData, created);

  const isLeaving =
    navigation.state === 'loading' &&
    navigation.formMethod === 'POST' &&
    !navigation.location.pathname.startsWith('/auth');
  if (isLeaving) {
    return (
      <AuthPage siteName={site.name} title="Entrando">
        <p role="status" className="text-muted">
          Carregando...
        </p>
      </AuthPage>
    );
  }

  const isNew = mode === 'sign-up';
  const waiting = actionData?.kind === 'refused' ? actionData.unconfirmed : (actionData?.email ?? created);
  return (
    <AuthPage
      siteName={site.name}
      title={isNew ? 'Criar sua conta' : 'Entrar na sua conta'}
      lead={isNew ? 'Leva menos de um minuto. Depois é só escolher o plano.' : 'Bom te ouvir de novo.'}
    >
      {waiting ? (
        <Notice tone={actionData?.kind === 'refused' ? 'danger' : 'success'}>
          <WhatHappened answer={actionData} created={created} />
          <Resend email={waiting} action={addressOf('sign-in', next)} busy={navigation.state !== 'idle'} />
        </Notice>
      ) : null}
      {actionData ? null : <WhyHere notice={params.get('aviso')} />}
      <AuthForm
        mode={mode}
        action={addressOf(mode, next)}
        lastResult={actionData?.kind === 'refused' ? actionData.result : undefined}
        next={next}
        busy={navigation.state !== 'idle'}
        email={created ?? undefined}
      />
      {loaderData.hasPasskeys && !isNew ? (
        <PasskeyButton action="/auth/chave" next={next} label="Entrar com chave de acesso" />
      ) : null}
      <ModeLink isNew={isNew} next={next} />
    </AuthPage>
  );
}

function WhyHere({ notice }: { notice: string | null }) {
  if (notice === 'senha-alterada')
    return <Notice tone="success">Senha alterada! Entre com a nova senha.</Notice>;
  if (notice === 'email-confirmado')
    return <Notice tone="success">E-mail confirmado! Entre com a senha que você escolheu.</Notice>;
  if (notice === 'etapa-vencida')
    return <Notice tone="danger">O tempo para confirmar acabou. Entre de novo.</Notice>;
  if (notice === 'para-assinar')
    return <Notice tone="danger">Login necessário: faça login para assinar um plano.</Notice>;
  if (notice === 'sessao-encerrada')
    return (
      <Notice tone="danger">
        Sua sessão terminou, e o que você enviou não foi salvo. Entre de novo e envie outra vez.
      </Notice>
    );
  return null;
}

type Answer = Route.ComponentProps['actionData'];

function WhatHappened({ answer, created }: { answer: Answer; created: string | null }) {
  if (answer?.kind === 'refused') return <p>{answer.message}</p>;
  if (answer?.kind === 'resent') return <p>Confira sua caixa de entrada e também o spam.</p>;
  return (
    <p>
      Enviamos um link de confirmação para <strong className="break-all">{created}</strong>. Abra-o e depois
      entre aqui.
    </p>
  );
}

/** Requests another confirmation link (AUT-09). */
function Resend({ email, action, busy }: { email: string; action: string; busy: boolean }) {
  return (
    <Form method="post" action={action} className="mt-2 flex flex-wrap items-center gap-x-3 text-muted">
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      Não recebeu o e-mail?
      <Button type="submit" variant="link" size="sm" disabled={busy}>
        Reenviar link de confirmação
      </Button>
    </Form>
  );
}

/** This page's URL in one of its two modes, with `next` and why it is shown. */
function addressOf(mode: AuthMode, next: string | null, notice?: string): string {
  const query = new URLSearchParams();
  if (mode === 'sign-up') query.set('modo', 'cadastro');
  if (next) query.set('next', next);
  if (notice) query.set('aviso', notice);
  return `/auth${query.size > 0 ? `?${query}` : ''}`;
}

/** Switches the mode by a link, so that it works without scripts. */
function ModeLink({ isNew, next }: { isNew: boolean; next: string | null }) {
  return (
    <p className="text-sm text-muted">
      {isNew ? 'Já tem conta?' : 'Ainda não tem conta?'}{' '}
      <Link
        to={addressOf(isNew ? 'sign-in' : 'sign-up', next)}
        replace
        preventScrollReset
        className="inline-flex items-center rounded-sm font-semibold text-accent underline decoration-current/40 underline-offset-4 hover:decoration-current touch:min-h-11"
      >
        {isNew ? 'Fazer login' : 'Cadastre-se'}
      </Link>
    </p>
  );
}

function useToastOf(actionData: Answer, created: string | null) {
  useEffect(() => {
    if (created) toast({ ...signUpAnswer, tone: 'success' });
  }, [created]);
  useEffect(() => {
    if (!actionData) return;
    if (actionData.kind === 'resent')
      toast({ title: 'Link enviado', description: resendAnswer, tone: 'success' });
    if (actionData.kind !== 'refused') return;
    const refusal = toast({ title: actionData.title, description: actionData.message, tone: 'error' });
    // It is outdated when the next attempt is answered, or leads to another page.
    return () => dismissToast(refusal);
  }, [actionData]);
}
