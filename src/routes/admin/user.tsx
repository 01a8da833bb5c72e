import { data } from 'react-router';
import { requireAdmin, requireViewer } from '#features/accounts/gates.server.ts';
import { roleNames } from '#features/accounts/roles.ts';
import { getMaintenance } from '#features/site/queries.server.ts';
import { findAccount } from '#features/support/account-queries.server.ts';
import { formatDate } from '#platform/format.ts';
import { answering } from '#routes/answering.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { loadFailed } from '#routes/listener/parts/load-failed.tsx';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Badge } from '#ui/badge.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/user';
import { UserAccess } from './user-access.tsx';
import { UserActions } from './user-actions.tsx';
import { UserAnswer } from './user-answer.tsx';
import { changeUser } from './user-changes.server.ts';
import { helpFailures, userFailures } from './user-words.ts';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, 'Conta', 'Por que alguém não consegue entrar, e tudo da conta.');

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
  return { ...account, isSelf: admin.userId === params.id };
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
        actions={<UserActions user={user} isSelf={isSelf} />}
      />
      <div className="grid gap-6">
        <UserAnswer user={user} causes={loaderData.causes} />
        <UserAccess {...loaderData} />
      </div>
    </Page>
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Conta não encontrada',
  unexpected: 'Não foi possível carregar a conta.',
  back: { to: '/admin/manage-users', label: 'Usuários' },
});
