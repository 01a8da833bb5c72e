import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import { redirect } from 'react-router';
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
import { profileFailures } from '#features/accounts/profile-answer.ts';
import { changePasswordForm, displayNameForm, emailChangeForm } from '#features/accounts/profile-forms.ts';
import { adminRole, isAdmin } from '#features/accounts/roles.ts';
import { takesPasskeys } from '#features/accounts/second-step/model.ts';
import { findSecondStep } from '#features/accounts/second-step/queries.server.ts';
import { listSessions } from '#features/accounts/sessions/queries.server.ts';
import { StationForm } from '#features/licences/components/station-form.tsx';
import { findStation } from '#features/licences/licence-queries.server.ts';
import { removeStation, saveStation } from '#features/licences/save-station.server.ts';
import { stationInputSchema } from '#features/licences/station-definition.ts';
import { PrivacySection } from '#features/privacy/components/privacy-section.tsx';
import { deleteAccount } from '#features/privacy/delete-account.server.ts';
import { deleteAccountSchema, deletionRefusals } from '#features/privacy/model.ts';
import { listenerPage } from '#features/site/pages.ts';
import { getBilling } from '#features/subscriptions/billing-queries.server.ts';
import { Receipts } from '#features/subscriptions/components/receipts.tsx';
import { SubscriptionPanel } from '#features/subscriptions/components/subscription-panel.tsx';
import { subscriptionDisplay } from '#features/subscriptions/display.ts';
import type { Viewer } from '#features/subscriptions/gates.server.ts';
import { findPaymentTrouble, hasCustomer } from '#features/subscriptions/subscription-queries.server.ts';
import { shownEmail } from '#platform/email.server.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, type Call, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import type { Route } from './+types/profile';
import { securityChanges } from './security-changes.server.ts';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, listenerPage('/profile').label, 'Seus dados, sua senha e sua assinatura.');

const tabs = ['dados', 'seguranca', 'assinatura'];

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const viewer = requireViewer(await context.get(viewerContext)());
  const { user } = viewer;
  const { displayName, email, role, avatarUrl, secondStep } = user;
  const now = app.clock.now();
  const [hasPortal, trouble, billing, sessions, steps, station] = await Promise.all([
    hasCustomer(app.db, user),
    findPaymentTrouble(app.db, user, now),
    getBilling(app.db, user, now),
    listSessions(app.db, user, viewer.sessionId, now),
    role === adminRole || secondStep !== 'off' ? findSecondStep(app.db, user.userId, now) : null,
    findStation(app.db, user.userId),
  ]);
  const tab = url.searchParams.get('aba') ?? '';
  return {
    user: { displayName, email: shownEmail(email), role, avatarUrl },
    subscription: subscriptionDisplay(viewer?.subscription ?? null, role, now),
    hasPortal,
    trouble,
    station,
    billing,
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

export const action = actionOf(requireViewer, profileFailures, {
  name: change(displayNameForm, saveName, {
    done: { title: 'Perfil atualizado!', description: 'Suas informações foram salvas com sucesso.' },
  }),
  email: change(emailChangeForm, requestEmailChange, {
    done: ({ email }) => ({
      title: 'Confirme o novo e-mail',
      description: `Enviamos um link para ${shownEmail(email)}. Até lá, vale o endereço atual.`,
    }),
    refusals: { 'wrong-password': wrongPassword, 'same-email': 'Este já é o seu e-mail.' },
  }),
  password: change(changePasswordForm, savePassword, {
    done: { title: 'Senha alterada!', description: 'As outras sessões foram encerradas.' },
    refusals: { 'wrong-password': { title: wrongPassword } },
  }),
  station: change(stationInputSchema, (app, { user }: Viewer, station) => saveStation(app, user, station), {
    done: { title: 'Estação salva!', description: 'As próximas licenças levam estes dados.' },
  }),
  'station-remove': change(z.object({}), (app, { user }: Viewer) => removeStation(app, user), {
    done: { title: 'Estação removida', description: 'As próximas licenças levam o seu nome.' },
  }),
  delete: change(deleteAccountSchema, endAccount, { done: '', refusals: deletionRefusals }),
  ...securityChanges,
});

/** Most forms show their own result. */
export const clientAction = answering(profileFailures, {
  quiet: ({ intent }) => !intent.startsWith('station'),
});

export const shouldRevalidate = alsoRefused;

async function saveName(app: App, { user }: Viewer, { displayName }: { displayName: string }) {
  await updateDisplayName(app, user, displayName);
  return { ok: true as const };
}

async function savePassword(
  app: App,
  _viewer: Viewer,
  form: z.output<typeof changePasswordForm>,
  { request }: Call,
) {
  const result = await changePassword(app, request, form);
  if (result.ok) return result;
  const { reason, message } = result;
  return reason === 'wrong-password' ? { ok: false as const, reason } : { ok: false as const, message };
}

async function endAccount(app: App, viewer: Viewer, { password }: { password: string }) {
  if (!(await verifyPassword(app, viewer, password)))
    return { ok: false as const, reason: 'wrong-password' as const };
  const result = await deleteAccount(app, viewer.user);
  return result.ok ? redirect('/?conta=excluida') : result;
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { user, sessions, steps, station, tab } = loaderData;
  return (
    <Page width="md">
      <PageHeader
        title={listenerPage('/profile').label}
        lead="Seus dados, sua senha e sua assinatura."
        back={{ to: isAdmin(user) ? '/admin' : '/' }}
        actions={
          <ButtonLink to="/dashboard">
            <LayoutDashboard className="size-4" aria-hidden="true" />
            Meu Painel
          </ButtonLink>
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
          <Section title="Dados da estação">
            <StationForm station={station} />
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
        <SubscriptionTab {...loaderData} />
      </Tabs>
    </Page>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function SubscriptionTab({ user, subscription, billing, hasPortal, trouble }: Loaded) {
  return (
    <TabsContent value="assinatura" className="grid gap-5">
      <Section title="Sua assinatura">
        <SubscriptionPanel
          display={subscription}
          next={billing.next}
          hasPortal={hasPortal}
          trouble={trouble}
        />
      </Section>
      <Section title="Recibos">
        <Receipts receipts={billing.receipts} payer={`${user.displayName} (${user.email})`} />
      </Section>
    </TabsContent>
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
