import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import { data, Link, redirect } from 'react-router';
import { z } from 'zod';
import {
  changePassword,
  requestEmailChange,
  updateDisplayName,
  verifyPassword,
} from '#features/accounts/change-account.server.ts';
import { AvatarPicker } from '#features/accounts/components/avatar-picker.tsx';
import { PasswordForm } from '#features/accounts/components/password-form.tsx';
import { EmailForm, NameForm } from '#features/accounts/components/personal-form.tsx';
import { SecondStepSection } from '#features/accounts/components/second-step-section.tsx';
import { SessionList } from '#features/accounts/components/session-list.tsx';
import { requireViewer } from '#features/accounts/gates.server.ts';
import { wrongPassword } from '#features/accounts/messages.ts';
import type { ProfileAnswer } from '#features/accounts/profile-answer.ts';
import { changePasswordForm, displayNameForm, emailChangeForm } from '#features/accounts/profile-forms.ts';
import { adminRole, isAdmin } from '#features/accounts/roles.ts';
import { takesPasskeys } from '#features/accounts/second-step/model.ts';
import { findSecondStep } from '#features/accounts/second-step/queries.server.ts';
import { listSessions } from '#features/accounts/sessions/queries.server.ts';
import { PrivacySection } from '#features/privacy/components/privacy-section.tsx';
import { deleteAccount } from '#features/privacy/delete-account.server.ts';
import { deleteAccountSchema, deletionRefusals } from '#features/privacy/model.ts';
import { SubscriptionPanel } from '#features/subscriptions/components/subscription-panel.tsx';
import { subscriptionDisplay } from '#features/subscriptions/display.ts';
import type { Viewer } from '#features/subscriptions/gates.server.ts';
import { findPaymentTrouble, hasCustomer } from '#features/subscriptions/subscription-queries.server.ts';
import { AppError } from '#platform/errors.ts';
import { readForm } from '#platform/http.server.ts';
import { formBeingSent } from '#platform/sent-form.client.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { pageTitle } from '#routes/page-title.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import type { Route } from './+types/profile';
import { securityChanges } from './security-changes.server.ts';

export const meta: Route.MetaFunction = (page) => pageTitle('Perfil', page);

const tabs = ['dados', 'seguranca', 'assinatura'];

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const viewer = requireViewer(await context.get(viewerContext)());
  const { user } = viewer;
  const { displayName, email, role, avatarUrl, secondStep } = user;
  const now = app.clock.now();
  const [hasPortal, trouble, sessions, steps] = await Promise.all([
    hasCustomer(app.db, user),
    findPaymentTrouble(app.db, user, now),
    listSessions(app.db, user, viewer.sessionId, now),
    role === adminRole || secondStep !== 'off' ? findSecondStep(app.db, user.userId, now) : null,
  ]);
  const tab = url.searchParams.get('aba') ?? '';
  return {
    user: { displayName, email, role, avatarUrl },
    subscription: subscriptionDisplay(viewer?.subscription ?? null, role, now),
    hasPortal,
    trouble,
    sessions,
    /** Null: none, and none is required. */
    steps: steps && {
      ...steps,
      isRequired: secondStep === 'required',
      takesPasskeys: takesPasskeys(app.settings.PUBLIC_URL),
    },
    tab: tabs.includes(tab) ? tab : trouble ? 'assinatura' : 'dados',
  };
}

type Handle = (
  app: App,
  viewer: Viewer,
  form: FormData,
  request: Request,
) => Promise<ProfileAnswer | Response>;

const handlers: Record<string, Handle> = {
  name: saveName,
  email: changeEmail,
  password: savePassword,
  delete: endAccount,
  ...securityChanges,
};

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const viewer = requireViewer(await context.get(viewerContext)());
  const form = await readForm(request);
  const intent = String(form.get('intent'));
  const handle = Object.hasOwn(handlers, intent) ? handlers[intent] : undefined;
  const unknown: ProfileAnswer = { ok: false, title: 'Erro', description: 'Ação desconhecida.' };
  const answer = handle ? await handle(app, viewer, form, request) : unknown;
  if (answer instanceof Response) return answer;
  const { cookies = [], ...body } = answer;
  return data(body, {
    status: body.ok ? 200 : 422,
    headers: cookies.map((cookie) => ['Set-Cookie', cookie]),
  });
}

/** A failed request is reported by toast; the page stays. */
export async function clientAction({ serverAction, request }: Route.ClientActionArgs) {
  const intent = (await formBeingSent(request)).get('intent');
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const title = { email: 'Erro ao atualizar email', password: 'Erro ao alterar senha' }[String(intent)];
    return {
      ok: false,
      title: title ?? 'Erro ao atualizar perfil',
      description: 'Ocorreu um erro inesperado.',
      isLost: true,
    };
  }
}

export const shouldRevalidate = alsoRefused;

const wrongFields = (title: string, error: z.ZodError): ProfileAnswer => ({
  ok: false,
  title,
  errors: z.flattenError(error).fieldErrors,
});

async function saveName(app: App, { user }: Viewer, form: FormData): Promise<ProfileAnswer> {
  const parsed = displayNameForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return wrongFields('Erro ao atualizar perfil', parsed.error);
  await updateDisplayName(app, user, parsed.data.displayName);
  return { ok: true, title: 'Perfil atualizado!', description: 'Suas informações foram salvas com sucesso.' };
}

async function changeEmail(app: App, viewer: Viewer, form: FormData): Promise<ProfileAnswer> {
  const title = 'Erro ao atualizar email';
  const parsed = emailChangeForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return wrongFields(title, parsed.error);
  const result = await orRefused(title, () => requestEmailChange(app, viewer, parsed.data));
  if ('title' in result) return result;
  if (result.ok) {
    return {
      ok: true,
      title: 'Confirme o novo e-mail',
      description: `Enviamos um link para ${parsed.data.email}. Até lá, vale o endereço atual.`,
    };
  }
  const description = result.reason === 'wrong-password' ? wrongPassword : 'Este já é o seu e-mail.';
  return { ok: false, title, description };
}

async function savePassword(
  app: App,
  _viewer: Viewer,
  form: FormData,
  request: Request,
): Promise<ProfileAnswer> {
  const parsed = changePasswordForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return wrongFields('Erro ao alterar senha', parsed.error);
  const result = await changePassword(app, request, parsed.data);
  if (result.ok) {
    return {
      ok: true,
      title: 'Senha alterada!',
      description: 'As outras sessões foram encerradas.',
      cookies: result.cookies,
    };
  }
  return result.reason === 'wrong-password'
    ? { ok: false, title: wrongPassword }
    : { ok: false, title: 'Erro ao alterar senha', description: result.message };
}

async function endAccount(app: App, viewer: Viewer, form: FormData): Promise<ProfileAnswer | Response> {
  const title = 'Erro ao excluir conta';
  const parsed = deleteAccountSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return wrongFields(title, parsed.error);
  const right = await orRefused(title, () => verifyPassword(app, viewer, parsed.data.password));
  if (typeof right === 'object') return right;
  const result = right
    ? await deleteAccount(app, viewer.user)
    : ({ ok: false, reason: 'wrong-password' } as const);
  if (result.ok) return redirect('/?conta=excluida');
  return { ok: false, title, description: deletionRefusals[result.reason] };
}

/** A refusal outside the command's own results (rate limit) as a toast. */
async function orRefused<T>(title: string, command: () => Promise<T>): Promise<T | ProfileAnswer> {
  try {
    return await command();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'rate-limited') {
      return { ok: false, title, description: error.message };
    }
    throw error;
  }
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { user, subscription, hasPortal, trouble, sessions, steps, tab } = loaderData;
  return (
    <Page width="md">
      <PageHeader
        title="Perfil"
        lead="Seus dados, sua senha e sua assinatura."
        back={{ to: isAdmin(user) ? '/admin' : '/' }}
        actions={
          <Button asChild size="sm">
            <Link to="/dashboard">
              <LayoutDashboard className="size-4" aria-hidden="true" />
              Meu Painel
            </Link>
          </Button>
        }
      />
      <Tabs key={tab} defaultValue={tab}>
        <TabsList aria-label="Seções do perfil">
          <TabsTrigger value="dados">Dados Pessoais</TabsTrigger>
          <TabsTrigger value="seguranca">Segurança</TabsTrigger>
          <TabsTrigger value="assinatura">Assinatura</TabsTrigger>
        </TabsList>
        <TabsContent value="dados" className="grid gap-5">
          <Section title="Foto e nome">
            <AvatarPicker name={user.displayName} src={user.avatarUrl} />
            <NameForm displayName={user.displayName} />
          </Section>
          <Section title="E-mail">
            <EmailForm email={user.email} />
          </Section>
          <Section title="Privacidade">
            <PrivacySection />
          </Section>
        </TabsContent>
        <TabsContent value="seguranca" className="grid gap-5">
          <Section title="Alterar senha">
            <PasswordForm />
          </Section>
          {steps ? (
            <Section title="Verificação em duas etapas">
              <SecondStepSection {...steps} />
            </Section>
          ) : null}
          <Section title="Aparelhos conectados">
            <p className="text-sm text-muted">
              Onde a sua conta está aberta. Não reconhece algum? Encerre-o e troque a senha.
            </p>
            <SessionList sessions={sessions} />
          </Section>
        </TabsContent>
        <TabsContent value="assinatura">
          <Section title="Sua assinatura">
            <SubscriptionPanel display={subscription} hasPortal={hasPortal} trouble={trouble} />
          </Section>
        </TabsContent>
      </Tabs>
    </Page>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card className="grid gap-5 p-5 sm:p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </Card>
  );
}
