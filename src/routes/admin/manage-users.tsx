import Search from 'lucide-react/icons/search';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { planLabel, planTypes } from '#features/plans/plans.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { listUsers, userFilterSchema } from '#features/subscriptions/user-queries.server.ts';
import { formatTotal } from '#platform/list.ts';
import { ExportLinks } from '#routes/admin/export-link.tsx';
import { changeUsers } from '#routes/admin/user-changes.server.ts';
import { UserRow } from '#routes/admin/user-row.tsx';
import { userFailures } from '#routes/admin/user-words.ts';
import { answering } from '#routes/answering.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { LoadFailed } from '#routes/listener/parts/load-failed.tsx';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterForm } from '#ui/filter-form.tsx';
import { Input } from '#ui/input.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { Select } from '#ui/select.tsx';
import { Table, Th } from '#ui/table.tsx';
import type { Route } from './+types/manage-users';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle('/admin/manage-users'), 'Planos, acesso e permissões de quem tem conta.');

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const filter = userFilterSchema.parse(Object.fromEntries(url.searchParams));
  return { filter, ownId: admin.userId, ...(await listUsers(app.db, admin, filter, app.clock.now())) };
}

export const action = changeUsers;
export const clientAction = answering(userFailures);
export const shouldRevalidate = alsoRefused;

export default function ManageUsers({ loaderData }: Route.ComponentProps) {
  const { users, page, filter, ownId } = loaderData;
  return (
    <Page width="full">
      <PageHeader
        title={`Usuários Cadastrados (${formatTotal(page)})`}
        back={{ to: '/admin' }}
        actions={<ExportLinks list="usuarios" />}
      />
      <Filters q={filter.q} plan={filter.plano} />
      {users.length === 0 ? (
        <EmptyState
          icon={<Search aria-hidden="true" />}
          title="Nenhum usuário encontrado"
          text="Mude a busca ou o filtro de plano."
        >
          <ButtonLink to="/admin/manage-users" variant="primary">
            Limpar filtros
          </ButtonLink>
        </EmptyState>
      ) : (
        <Table label="Usuários cadastrados" stacked>
          <thead>
            <tr>
              <Th>Usuário</Th>
              <Th>E-mail</Th>
              <Th>Permissão</Th>
              <Th>Assinatura</Th>
              <Th>Cadastro</Th>
              <Th className="text-right lg:max-xl:sticky lg:max-xl:right-0 lg:max-xl:bg-surface">Ações</Th>
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <UserRow key={user.userId} user={user} isSelf={user.userId === ownId} />
            ))}
          </tbody>
        </Table>
      )}
      <Pager page={page} />
    </Page>
  );
}

function Filters({ q, plan }: { q: string; plan: string | null }) {
  return (
    <FilterForm label="Usuários" className="mb-5 flex flex-wrap gap-3">
      <Input
        type="search"
        name="q"
        defaultValue={q}
        placeholder="Buscar por nome ou e-mail"
        aria-label="Buscar por nome ou e-mail"
        className="min-w-0 flex-1 basis-64"
      />
      <Select name="plano" defaultValue={plan ?? ''} aria-label="Plano" className="basis-48">
        <option value="">Todos os planos</option>
        {planTypes.map((each) => (
          <option key={each} value={each}>
            {planLabel(each)}
          </option>
        ))}
        <option value="none">Sem assinatura</option>
      </Select>
    </FilterForm>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadFailed
      error={error}
      title="Erro ao carregar usuários"
      unexpected="Não foi possível carregar os usuários."
      back={{ to: '/admin', label: 'Voltar para o painel' }}
      always
    />
  );
}
