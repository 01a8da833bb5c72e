import { data } from 'react-router';
import { requireAdmin, requireViewer } from '#features/accounts/gates.server.ts';
import { roleNames } from '#features/accounts/roles.ts';
import { getMaintenance } from '#features/site/queries.server.ts';
import { findAccount } from '#features/support/account-queries.server.ts';
import { countWaitingMails } from '#features/support/count-waiting-mails.server.ts';
import { historyFacts, historyNames } from '#features/support/histories.ts';
import { listHistoryOf } from '#features/support/history-queries.server.ts';
import { formatCount, formatDate } from '#platform/format.ts';
import { answering } from '#routes/answering.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { loadFailed } from '#routes/listener/parts/load-failed.tsx';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/user';
import { HistoryExport } from './export-link.tsx';
import { UserAccess } from './user-access.tsx';
import { UserActions } from './user-actions.tsx';
import { UserAnswer } from './user-answer.tsx';
import { changeUser } from './user-changes.server.ts';
import { HistorySection } from './user-history.tsx';
import { helpFailures, userFailures } from './user-words.ts';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, 'Conta', 'Por que alguém não consegue entrar, e tudo da conta.');

/** Events of each history on the page; its own page has them all. */
const newest = 20;

/** GET /admin/users/:id: one account. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const viewer = requireViewer(await context.get(viewerContext)());
  const admin = requireAdmin(viewer);
  const { enabled: isMaintenance } = await getMaintenance(app);
  const account = await findAccount(
    app.db,
    admin,
    { userId: params.id, sessionId: viewer.sessionId },
    { requiresSecondStep: app.settings.REQUIRE_TWO_FACTOR, isMaintenance },
    app.clock.now(),
  );
  if (!account) throw data({ message: 'Esta conta não existe, ou foi excluída.' }, { status: 404 });
  const first = { pagina: 1, size: newest, depois: undefined, antes: undefined };
  const [waitingMails, ...parts] = await Promise.all([
    countWaitingMails(app.jobs, account.user),
    ...historyNames
      .filter((name) => !historyFacts(name).isElsewhere)
      .map(async (name) => ({
        name,
        ...(await listHistoryOf(app.db, admin, { userId: params.id, name }, first, app.clock.now())),
      })),
  ]);
  return { ...account, isSelf: admin.userId === params.id, waitingMails, parts };
}

export const action = changeUser;
export const clientAction = answering({ ...userFailures, ...helpFailures });
export const shouldRevalidate = alsoRefused;

export default function UserPage({ loaderData }: Route.ComponentProps) {
  const { user, isSelf } = loaderData;
  return (
    <Page>
      <PageHeader
        title={<span className="wrap-anywhere">{user.displayName || user.email}</span>}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <span className="wrap-anywhere">{user.email}</span>
            <Badge>{roleNames[user.role]}</Badge>
            <Badge tone={user.subscription?.status === 'active' ? 'success' : 'neutral'}>
              {user.subscriptionLabel}
            </Badge>
            <span className="text-sm tabular-nums">desde {formatDate(user.createdAt)}</span>
          </span>
        }
        back={{ to: '/admin/manage-users', label: 'Usuários' }}
        actions={<UserActions user={user} isSelf={isSelf} withWords />}
      />
      <div className="grid gap-6">
        <UserAnswer user={user} causes={loaderData.causes} />
        <UserAccess {...loaderData} />
        {loaderData.parts.map((part) => (
          <Part key={part.name} part={part} userId={user.userId} waitingMails={loaderData.waitingMails} />
        ))}
      </div>
    </Page>
  );
}

interface PartProps {
  part: Route.ComponentProps['loaderData']['parts'][number];
  userId: string;
  waitingMails: number;
}

function Part({ part: { name, lines, page }, userId, waitingMails }: PartProps) {
  const { title, lead, empty } = historyFacts(name);
  const waiting = name === 'emails' && waitingMails > 0 ? ` Na fila: ${formatCount(waitingMails)}.` : '';
  return (
    <HistorySection
      title={title}
      lead={lead ? lead + waiting : null}
      empty={empty}
      lines={lines}
      actions={
        lines.length === 0 ? null : (
          <>
            {page.pages > 1 ? (
              <ButtonLink to={`/admin/users/${userId}/${name}`} size="sm" aria-label={`Ver todos: ${title}`}>
                Ver todos
              </ButtonLink>
            ) : null}
            <HistoryExport userId={userId} name={name} />
          </>
        )
      }
    />
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Conta não encontrada',
  unexpected: 'Não foi possível carregar a conta.',
  back: { to: '/admin/manage-users', label: 'Ver os usuários' },
});
