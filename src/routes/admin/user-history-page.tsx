import { data } from 'react-router';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { findUser } from '#features/subscriptions/user-queries.server.ts';
import { historyFacts, historyNames } from '#features/support/histories.ts';
import { listHistoryOf } from '#features/support/history-queries.server.ts';
import { readPlace } from '#platform/place.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { loadFailed } from '#routes/listener/parts/load-failed.tsx';
import { pageHead } from '#routes/page-head.ts';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import type { Route } from './+types/user-history-page';
import { HistoryExport } from './export-link.tsx';
import { HistoryTable } from './user-history.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, 'Histórico da conta', 'Tudo de um tipo que aconteceu em uma conta.');

/** GET /admin/users/:id/:parte: one history of an account, whole. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const now = clock.now();
  const name = historyNames.find((each) => each === params.parte);
  const user = name ? await findUser(db, admin, params.id, now) : null;
  if (!name || !user) throw data({ message: 'Página não encontrada.' }, { status: 404 });
  const { userId, displayName, email } = user;
  const history = await listHistoryOf(db, admin, { userId, name }, readPlace(url.searchParams), now);
  return { name, userId, owner: displayName || email, email, ...history };
}

export default function UserHistoryPage({ loaderData }: Route.ComponentProps) {
  const { name, userId, owner, email, lines, page } = loaderData;
  const { title, empty } = historyFacts(name);
  return (
    <Page width="full">
      <PageHeader
        title={title}
        lead={<span className="wrap-anywhere">{owner === email ? email : `${owner}, ${email}`}</span>}
        back={{ to: `/admin/users/${userId}`, label: 'Conta' }}
        actions={lines.length > 0 ? <HistoryExport userId={userId} name={name} /> : null}
      />
      <HistoryTable title={title} empty={empty} lines={lines} />
      <Pager page={page} />
    </Page>
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Histórico não encontrado',
  unexpected: 'Não foi possível carregar o histórico.',
  back: { to: '/admin/manage-users', label: 'Ver os usuários' },
});
