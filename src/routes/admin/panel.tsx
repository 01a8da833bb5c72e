import ShieldCheck from 'lucide-react/icons/shield-check';
import User from 'lucide-react/icons/user';
import { Link, useFetcher } from 'react-router';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { roleNames } from '#features/accounts/roles.ts';
import { DaysChart } from '#features/figures/components/days-chart.tsx';
import { DeadlinesCard } from '#features/figures/components/deadlines-card.tsx';
import { FigureCard } from '#features/figures/components/figure-card.tsx';
import { FirstStepsCard } from '#features/figures/components/first-steps-card.tsx';
import { FunnelCard } from '#features/figures/components/funnel-card.tsx';
import { Happenings } from '#features/figures/components/happenings.tsx';
import { StandingCard } from '#features/figures/components/standing-card.tsx';
import { firstStepsOf } from '#features/figures/first-steps.ts';
import { getPanelFigures } from '#features/figures/queries.server.ts';
import { findSetUp } from '#features/figures/set-up-queries.server.ts';
import { ffmpegAdvice, withoutFfmpeg } from '#features/media/ffmpeg-advice.ts';
import { hasFfmpeg } from '#features/media/measuring/gateway.server.ts';
import { getStorageStats } from '#features/media/usage/queries.server.ts';
import { adminGroups, panelPage } from '#features/site/admin-pages.ts';
import { useSignOut } from '#features/site/components/use-sign-out.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { putFirstSteps, setMaintenance } from '#features/site/save-section.server.ts';
import { ProviderBadge, ProviderTrouble } from '#features/subscriptions/components/provider-status.tsx';
import { type ProviderState, recallProvider } from '#features/subscriptions/price-mismatches.server.ts';
import { instant } from '#platform/calendar.ts';
import { findDataDirTrouble } from '#platform/data-dir.server.ts';
import { formatCount, formatMoney, formatSize } from '#platform/format.ts';
import { programVersion } from '#platform/project.server.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { WarningCard } from '#ui/warning-card.tsx';
import type { Route } from './+types/panel';
import { ModeSwitch } from './mode-switch.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    panelPage.title,
    'Tudo de que os administradores cuidam: pacotes, pessoas, pagamentos e o site.',
  );

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const now = app.clock.now();
  const [content, provider, figures, storage, isConverting] = await Promise.all([
    getSiteContent(app),
    recallProvider(app.payments, app.settings),
    getPanelFigures(app.db, admin, now),
    getStorageStats(app.db, app.settings),
    hasFfmpeg(app.settings.FFMPEG_PATH),
  ]);
  const { whatsapp } = content.contact;
  const firstSteps = await readFirstSteps(app, admin, provider, whatsapp ?? '');
  return {
    firstSteps: content.first_steps.away ? null : firstSteps,
    hasStepsAway: content.first_steps.away && firstSteps !== null,
    now: instant(now),
    figures,
    storage,
    name: admin.displayName || admin.email,
    role: admin.role,
    isBare: admin.secondStep === 'off',
    maintenance: content.maintenance_mode.enabled,
    ffmpeg: isConverting ? null : ffmpegAdvice(app.settings.FFMPEG_PATH),
    disk: await findDataDirTrouble(app.settings.DATA_DIR),
    version: programVersion(),
    payments: { kind: app.payments.kind, ...provider },
  };
}

/** The first steps of a new site; null when all is done. */
async function readFirstSteps(app: App, admin: Admin, provider: ProviderState, whatsapp: string) {
  const { settings, payments } = app;
  const { hasSettings, ...done } = await findSetUp(app.db, admin);
  return firstStepsOf({
    ...done,
    hasName: hasSettings || settings.SITE_NAME !== 'Sonoteca',
    whatsapp,
    sendsMail: settings.SMTP_URL !== undefined,
    takesMoney: payments.kind === 'stripe' && provider.fault === null && provider.mismatches.length === 0,
  });
}

const failures = { mode: 'Erro ao atualizar', steps: 'Erro ao esconder a lista' };

export const action = actionOf(requireAdmin, failures, {
  mode: change(
    z.object({ enabled: z.stringbool() }),
    async (app: App, admin: Admin, { enabled }) => {
      await setMaintenance(app, admin, enabled, app.clock.now());
      return { ok: true as const };
    },
    {
      done: ({ enabled }) => ({
        title: 'Sucesso',
        description: `Modo de desenvolvimento ${enabled ? 'ativado' : 'desativado'} com sucesso.`,
      }),
    },
  ),
  steps: change(
    z.object({ away: z.stringbool() }),
    async (app: App, admin: Admin, { away }) => {
      await putFirstSteps(app, admin, away, app.clock.now());
      return { ok: true as const };
    },
    { done: ({ away }) => ({ title: away ? 'Lista escondida' : 'Os primeiros passos voltaram ao painel' }) },
  ),
});

/** After a failure the switch reverts (MNT-23). */
export const clientAction = answering(failures, {
  lost: (error) => ({
    ...(error instanceof TypeError && { title: 'Erro inesperado' }),
    description:
      (error as { data?: { message?: string } })?.data?.message ??
      'Não foi possível atualizar o modo de desenvolvimento.',
  }),
});

export const shouldRevalidate = alsoRefused;

/** Shown to administrators while nothing can be saved. */
const diskWarnings = {
  full: {
    title: 'O disco do servidor está cheio',
    text: 'Envios, gravações e cadastros podem falhar. Libere espaço no disco, ou peça a quem cuida do servidor.',
  },
  'read-only': {
    title: 'O disco do servidor não aceita escrita',
    text: 'Nada pode ser salvo por enquanto. Avise quem cuida do servidor: a pasta de dados está só para leitura.',
  },
};

export default function AdminPanel({ loaderData }: Route.ComponentProps) {
  const { name, isBare, maintenance, disk, ffmpeg, figures, storage, now } = loaderData;
  const { signOut, leaving } = useSignOut('Você foi desconectado com sucesso.');
  return (
    <Page width="full">
      <PageHeader
        title={panelPage.title}
        lead={`Olá, ${name}. Veja como está o site agora.`}
        actions={
          <Button onClick={signOut} busy={leaving}>
            Sair
          </Button>
        }
      />
      {disk ? <WarningCard {...diskWarnings[disk]} className="mb-6" /> : null}
      {ffmpeg ? (
        <WarningCard
          title="Falta o conversor de áudio"
          text={`${ffmpeg} ${withoutFfmpeg}`}
          className="mb-6"
        />
      ) : null}
      {loaderData.firstSteps ? <FirstStepsCard steps={loaderData.firstSteps} /> : null}
      <Figures {...figures} storage={storage} />
      <div className="mb-4 grid gap-4 lg:grid-cols-[3fr_2fr]">
        <DaysChart days={figures.days} />
        <Happenings happened={figures.happened} now={now} />
      </div>
      <FunnelCard days={figures.days} />
      <div className="grid gap-4 lg:grid-cols-[1fr_20rem]">
        <Destinations />
        <div className="grid content-start gap-4">
          {isBare ? <ProtectCard /> : null}
          <ModeSwitch enabled={maintenance} />
          <StatusCard {...loaderData} />
          {loaderData.hasStepsAway ? <StepsBack /> : null}
        </div>
      </div>
    </Page>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Figures({ standing, deadlines, drafts, storage }: Loaded['figures'] & Pick<Loaded, 'storage'>) {
  return (
    <ul className="mb-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <li>
        <StandingCard
          term="Assinantes pagantes"
          standing={standing}
          figure="subscribers"
          format={formatCount}
        />
      </li>
      <li>
        <StandingCard
          term="Receita mensal recorrente"
          standing={standing}
          figure="mrrCents"
          format={formatMoney}
        />
      </li>
      <li>
        <DeadlinesCard {...deadlines} />
      </li>
      <li className="grid gap-4">
        <FigureCard
          to="/admin/rascunhos"
          term="Rascunhos para revisar"
          value={formatCount(drafts)}
          note={null}
        />
        <FigureCard
          to="/admin/storage"
          term="Armazenamento"
          value={formatSize(storage.total.size)}
          note={`imagens: ${Math.round(storage.pictures.share * 100)}% da cota`}
        />
      </li>
    </ul>
  );
}

function StatusCard({
  name,
  role,
  maintenance,
  version,
  payments,
}: Pick<Loaded, 'name' | 'role' | 'maintenance' | 'version' | 'payments'>) {
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="text-lg font-semibold">Status do Sistema</h2>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3 text-sm">
        <dt className="text-muted">Usuário</dt>
        <dd className="truncate text-right font-medium">{name}</dd>
        <dt className="text-muted">Permissão</dt>
        <dd className="text-right">
          <Badge tone="accent">{roleNames[role]}</Badge>
        </dd>
        <dt className="text-muted">Modo</dt>
        <dd className="text-right">
          <Badge tone={maintenance ? 'danger' : 'success'}>
            {maintenance ? 'Desenvolvimento' : 'Produção'}
          </Badge>
        </dd>
        <dt className="text-muted">Versão</dt>
        <dd className="text-right font-medium tabular-nums">{version}</dd>
        <dt className="text-muted">Pagamentos</dt>
        <dd className="text-right">
          <ProviderBadge {...payments} />
        </dd>
      </dl>
      <ProviderTrouble {...payments} />
    </Card>
  );
}

/** Brings the list of first steps back after it was put away. */
function StepsBack() {
  const { Form, state } = useFetcher();
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="steps" />
      <input type="hidden" name="away" value="false" />
      <Button type="submit" size="sm" busy={state !== 'idle'}>
        Ver os primeiros passos
      </Button>
    </Form>
  );
}

/** The pages of the administrators as cards (ADM-05), and their own account. */
function Destinations() {
  const pages = [
    ...adminGroups.flatMap((group) => group.pages),
    { to: '/profile', title: 'Minha Conta', text: 'Seus dados e sua senha.', icon: User },
  ];
  return (
    <ul className="grid content-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {pages.map(({ to, title, text, icon: Icon }) => (
        <li key={to}>
          <Link to={to} className="block h-full rounded-lg">
            <Card interactive className="flex h-full gap-3.5 p-4">
              <Icon className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
              <span className="grid content-start gap-0.5">
                <span className="text-sm font-semibold">{title}</span>
                <span className="text-sm text-muted">{text}</span>
              </span>
            </Card>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Asks an administrator without a second step to set one up. */
function ProtectCard() {
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="flex items-center gap-2 text-lg font-semibold">
        <ShieldCheck className="size-5 shrink-0 text-accent" aria-hidden="true" />
        Proteja este painel
      </h2>
      <p className="text-sm text-muted">
        Só com a senha, qualquer um muda o site inteiro. A verificação em duas etapas impede isso.
      </p>
      <ButtonLink to="/profile?aba=seguranca" size="sm" className="justify-self-start">
        Ativar em dois minutos
      </ButtonLink>
    </Card>
  );
}
