import Download from 'lucide-react/icons/download';
import Mic from 'lucide-react/icons/mic';
import UserRound from 'lucide-react/icons/user-round';
import { requireUser } from '#features/accounts/gates.server.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { DownloadList } from '#features/downloads/components/download-list.tsx';
import { countDownloads, listDownloads } from '#features/downloads/queries.server.ts';
import { listenerPage } from '#features/site/pages.ts';
import { SubscriptionCard } from '#features/subscriptions/components/subscription-card.tsx';
import { subscriptionDisplay } from '#features/subscriptions/display.ts';
import { dayOf, startOfDay } from '#platform/calendar.ts';
import { shownEmail } from '#platform/email.server.ts';
import { formatCount, formatDate } from '#platform/format.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/dashboard';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, listenerPage('/dashboard').label, 'Seu plano, seus créditos e o que você baixou.');

const shownDownloads = 50;

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const viewer = await context.get(viewerContext)();
  const user = requireUser(viewer);
  const now = app.clock.now();
  const [counts, downloads] = await Promise.all([
    countDownloads(app.db, user.userId, startOfDay(dayOf(now))),
    listDownloads(app.db, user.userId, { limit: shownDownloads, offset: 0 }),
  ]);
  const { displayName, email, role, avatarUrl, createdAt } = user;
  return {
    user: { displayName, email: shownEmail(email), role, avatarUrl, memberSince: formatDate(createdAt) },
    subscription: subscriptionDisplay(viewer?.subscription ?? null, role, now),
    counts,
    downloads,
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { user, subscription, counts, downloads } = loaderData;
  return (
    <Page>
      <PageHeader
        title={listenerPage('/dashboard').label}
        lead={`Olá, ${user.displayName || 'Usuário'}! Que bom ter você por aqui.`}
        actions={
          <>
            <ButtonLink to="/meus-downloads">
              <Download aria-hidden="true" />
              Meus Downloads
            </ButtonLink>
            <ButtonLink to="/minhas-gravacoes">
              <Mic aria-hidden="true" />
              Minhas Gravações
            </ButtonLink>
          </>
        }
      />
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <ProfileCard user={user} />
        <SubscriptionCard display={subscription} />
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5">
        <Figure term="Downloads hoje">{formatCount(counts.recent)}</Figure>
        <Figure term="Total de downloads">{formatCount(counts.total)}</Figure>
        <Figure term="Membro desde">{user.memberSince}</Figure>
      </dl>
      <section aria-labelledby="meus-downloads" className="mt-12">
        <h2 id="meus-downloads" className="mb-4 text-xl">
          Meus Downloads
        </h2>
        <DownloadList downloads={downloads} total={counts.total} />
      </section>
    </Page>
  );
}

interface ProfileCardProps {
  user: { displayName: string; email: string; role: string; avatarUrl: string | null };
}

function ProfileCard({ user }: ProfileCardProps) {
  const name = user.displayName || 'Usuário';
  return (
    <Card className="flex flex-col gap-5 p-6">
      <div className="flex items-center gap-4">
        <Avatar name={user.displayName} src={user.avatarUrl ?? undefined} size="lg" />
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
            <span className="min-w-0 break-words">{name}</span>
            {isAdmin(user) ? <Badge tone="accent">Administrador</Badge> : null}
          </h2>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
      </div>
      <div className="mt-auto">
        <ButtonLink to="/profile" variant="secondary">
          <UserRound aria-hidden="true" />
          Editar Minha Conta
        </ButtonLink>
      </div>
    </Card>
  );
}

function Figure({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <Card className="flex flex-col-reverse justify-end gap-1 px-4 py-4 last:max-sm:col-span-full sm:px-6 sm:py-5">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-display text-lg font-semibold whitespace-nowrap tabular-nums sm:text-2xl lg:text-3xl">
        {children}
      </dd>
    </Card>
  );
}
