import Boxes from 'lucide-react/icons/boxes';
import ChartColumn from 'lucide-react/icons/chart-column';
import HardDrive from 'lucide-react/icons/hard-drive';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import ImageIcon from 'lucide-react/icons/image';
import ListChecks from 'lucide-react/icons/list-checks';
import Mic from 'lucide-react/icons/mic';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Sparkles from 'lucide-react/icons/sparkles';
import Tags from 'lucide-react/icons/tags';
import User from 'lucide-react/icons/user';
import Users from 'lucide-react/icons/users';
import { type ComponentType, type SVGProps, useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useNavigate } from 'react-router';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { roleNames } from '#features/accounts/roles.ts';
import { useSignOut } from '#features/site/components/use-sign-out.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { setMaintenance } from '#features/site/save-section.server.ts';
import { ProviderBadge, ProviderTrouble } from '#features/subscriptions/components/provider-status.tsx';
import { recallProvider } from '#features/subscriptions/price-mismatches.server.ts';
import type { Answer } from '#platform/answer.ts';
import { findDataDirTrouble } from '#platform/data-dir.server.ts';
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
import { Switch } from '#ui/switch.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { WarningCard } from '#ui/warning-card.tsx';
import type { Route } from './+types/panel';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    'Painel de Controle',
    'O que os administradores cuidam: pacotes, pessoas, pagamentos e o site.',
  );

/** Milliseconds between enabling maintenance and the redirect home (specification, section 9). */
const redirectDelay = 1500;

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const [content, provider] = await Promise.all([
    getSiteContent(app),
    recallProvider(app.payments, app.settings),
  ]);
  return {
    name: admin.displayName || admin.email,
    role: admin.role,
    isBare: admin.secondStep === 'off',
    maintenance: content.maintenance_mode.enabled,
    disk: await findDataDirTrouble(app.settings.DATA_DIR),
    version: programVersion(),
    payments: { kind: app.payments.kind, ...provider },
  };
}

const failures = { mode: 'Erro ao atualizar' };

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

interface Destination {
  to: string;
  title: string;
  text: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
}

const destinations: Destination[] = [
  {
    to: '/edit-home',
    title: 'Editar Página Inicial',
    text: 'Textos, vídeo, perguntas e contato.',
    icon: House,
  },
  {
    to: '/admin/manage-packages',
    title: 'Gerenciar Pacotes',
    text: 'Criar, editar, ordenar e publicar.',
    icon: Boxes,
  },
  {
    to: '/admin/rascunhos',
    title: 'Revisar Rascunhos',
    text: 'Pacotes automáticos à espera de publicação.',
    icon: Sparkles,
  },
  { to: '/admin/categories', title: 'Categorias', text: 'Nomes, ordem e o que está no ar.', icon: Tags },
  {
    to: '/admin/manage-users',
    title: 'Gerenciar Usuários',
    text: 'Planos, acesso e permissões.',
    icon: Users,
  },
  {
    to: '/admin/receita',
    title: 'Receita',
    text: 'Assinantes, pagamentos e reembolsos.',
    icon: ChartColumn,
  },
  {
    to: '/admin/recording-requests',
    title: 'Solicitações de Gravação',
    text: 'Vinhetas pedidas pelas rádios.',
    icon: Mic,
  },
  { to: '/admin/edit-plans', title: 'Editor de Planos', text: 'Benefícios de cada plano.', icon: ListChecks },
  {
    to: '/admin/upload-category-images',
    title: 'Imagens das Categorias',
    text: 'As capas da biblioteca.',
    icon: ImageIcon,
  },
  { to: '/admin/storage', title: 'Armazenamento', text: 'Uso, arquivos órfãos e lixeira.', icon: HardDrive },
  {
    to: '/admin/ceo-settings',
    title: 'Configurações CEO',
    text: 'Ícone, descrição e palavras-chave.',
    icon: Settings,
  },
  { to: '/admin/audit', title: 'Auditoria', text: 'Quem mudou o quê, e quando.', icon: History },
  { to: '/profile', title: 'Meu Perfil', text: 'Seus dados e sua senha.', icon: User },
];

export default function AdminPanel({ loaderData }: Route.ComponentProps) {
  const { name, role, isBare, maintenance, disk, version, payments } = loaderData;
  const { signOut, leaving } = useSignOut('Você foi desconectado com sucesso.');
  return (
    <Page>
      <PageHeader
        title="Painel de Controle"
        lead="Tudo o que a equipe da rádio precisa para cuidar do site."
        actions={
          <Button onClick={signOut} busy={leaving}>
            Sair
          </Button>
        }
      />
      {disk ? <WarningCard {...diskWarnings[disk]} className="mb-6" /> : null}
      <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
        <ul className="grid content-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {destinations.map((destination) => (
            <li key={destination.to}>
              <DestinationCard {...destination} />
            </li>
          ))}
        </ul>
        <div className="grid content-start gap-4">
          {isBare ? <ProtectCard /> : null}
          <ModeSwitch enabled={maintenance} />
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
        </div>
      </div>
    </Page>
  );
}

function DestinationCard({ to, title, text, icon: Icon }: Destination) {
  return (
    <Link to={to} className="block h-full rounded-lg">
      <Card interactive className="grid h-full content-start gap-3 p-5">
        <Icon className="size-6 text-accent" aria-hidden="true" />
        <span className="grid gap-1">
          <span className="font-semibold">{title}</span>
          <span className="text-sm text-muted">{text}</span>
        </span>
      </Card>
    </Link>
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
        Quem descobrir a sua senha muda o site inteiro. Com a verificação em duas etapas, não.
      </p>
      <ButtonLink to="/profile?aba=seguranca" size="sm" className="justify-self-start">
        Ativar em dois minutos
      </ButtonLink>
    </Card>
  );
}

function ModeSwitch({ enabled }: { enabled: boolean }) {
  const fetcher = useFetcher<Answer>();
  const navigate = useNavigate();
  const isBusy = fetcher.state !== 'idle';
  // Optimistic; after a refusal the switch reverts.
  const asked = fetcher.formData?.get('enabled');
  const shown = isBusy && asked ? asked === 'true' : enabled;
  const [isLeaving, setLeaving] = useState(false);
  const wanted = useRef(enabled);
  useAnswer(fetcher.data, ({ ok }) => setLeaving(ok && wanted.current));
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => void navigate('/'), redirectDelay);
    return () => clearTimeout(timer);
  }, [isLeaving, navigate]);
  return (
    <Card className="grid gap-3 p-5">
      <Switch
        label="Modo de desenvolvimento"
        checked={shown}
        disabled={isBusy}
        onCheckedChange={(next) => {
          // Disabled again before the redirect: stay here.
          setLeaving(false);
          wanted.current = next;
          void fetcher.submit({ enabled: String(next) }, { method: 'post' });
        }}
      />
      <p className="text-sm text-muted">
        Ligado, só administradores veem o site; todos os outros veem a página de manutenção.
      </p>
    </Card>
  );
}
