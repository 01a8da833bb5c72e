import Search from 'lucide-react/icons/search';
import { data, Form, Link, useSubmit } from 'react-router';
import type { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { changeRole, grantPlan, revokeAccess } from '#features/subscriptions/access/commands.server.ts';
import {
  type AccessAnswer,
  AccessDialog,
  GrantFields,
} from '#features/subscriptions/access/components/access-dialogs.tsx';
import {
  type AccessRefusal,
  accessRefusals,
  changeRoleSchema,
  grantPlanSchema,
  revokeAccessSchema,
} from '#features/subscriptions/access/model.ts';
import {
  type ListedUser,
  listUsers,
  userFilterSchema,
} from '#features/subscriptions/access/queries.server.ts';
import { planLabel, planTypes } from '#features/subscriptions/model.ts';
import { formatCount, formatDate } from '#platform/format.ts';
import { readForm } from '#platform/http.server.ts';
import { AdminPager } from '#routes/admin/pager.tsx';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Input } from '#ui/input.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Select } from '#ui/select.tsx';
import { Table, Td, Th, Tr } from '#ui/table.tsx';
import type { Route } from './+types/manage-users';

export const meta: Route.MetaFunction = () => [{ title: 'Usuários · Sonoteca' }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)(), request);
  const filter = userFilterSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, ownId: admin.userId, ...(await listUsers(app.db, admin, filter, app.clock.now())) };
}

type Outcome = { ok: true } | { ok: false; reason: AccessRefusal };

/** One way of changing a person's access: its form, its command and the words for both ends. */
function change<T>(
  schema: z.ZodType<T>,
  run: (app: App, admin: Admin, input: T) => Promise<Outcome>,
  words: { done: string; failed: string },
) {
  return async (app: App, admin: Admin, form: FormData): Promise<AccessAnswer> => {
    const parsed = schema.safeParse(Object.fromEntries(form));
    if (!parsed.success)
      return { ok: false, title: words.failed, description: parsed.error.issues[0]!.message };
    const outcome = await run(app, admin, parsed.data);
    if (outcome.ok) return { ok: true, title: words.done };
    return { ok: false, title: words.failed, description: accessRefusals[outcome.reason] };
  };
}

const changes: Record<string, ReturnType<typeof change>> = {
  revoke: change(revokeAccessSchema, revokeAccess, {
    done: 'Acesso revogado',
    failed: 'Erro ao revogar acesso',
  }),
  grant: change(grantPlanSchema, grantPlan, { done: 'Plano concedido', failed: 'Erro ao conceder plano' }),
  role: change(changeRoleSchema, changeRole, {
    done: 'Permissão alterada',
    failed: 'Erro ao alterar permissão',
  }),
};

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)(), request);
  const form = await readForm(request);
  const run = changes[String(form.get('intent'))];
  const answer: AccessAnswer = run ? await run(app, admin, form) : { ok: false, title: 'Ação desconhecida' };
  return data(answer, { status: answer.ok ? 200 : 422 });
}

export async function clientAction({ serverAction, request }: Route.ClientActionArgs): Promise<AccessAnswer> {
  const intent = String((await request.clone().formData()).get('intent'));
  try {
    return await serverAction();
  } catch {
    const title = { grant: 'Erro ao conceder plano', role: 'Erro ao alterar permissão' }[intent];
    return {
      ok: false,
      title: title ?? 'Erro ao revogar acesso',
      description: 'Ocorreu um erro inesperado.',
    };
  }
}

export default function ManageUsers({ loaderData }: Route.ComponentProps) {
  const { users, total, pages, filter, ownId } = loaderData;
  return (
    <Page>
      <PageHeader title={`Usuários Cadastrados (${formatCount(total)})`} back={{ to: '/admin' }} />
      <Filters q={filter.q} plan={filter.plano} />
      {users.length === 0 ? (
        <EmptyState
          icon={<Search aria-hidden="true" />}
          title="Nenhum usuário encontrado"
          text="Mude a busca ou o filtro de plano."
        >
          <Button asChild>
            <Link to="/admin/manage-users">Limpar filtros</Link>
          </Button>
        </EmptyState>
      ) : (
        <Table label="Usuários cadastrados">
          <thead>
            <tr>
              <Th>Usuário</Th>
              <Th>E-mail</Th>
              <Th>Permissão</Th>
              <Th>Assinatura</Th>
              <Th>Cadastro</Th>
              <Th>Ações</Th>
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <UserRow key={user.userId} user={user} isSelf={user.userId === ownId} />
            ))}
          </tbody>
        </Table>
      )}
      <AdminPager page={filter.pagina} pages={pages} />
    </Page>
  );
}

function Filters({ q, plan }: { q: string; plan: string | null }) {
  const submit = useSubmit();
  return (
    <Form
      role="search"
      className="mb-5 flex flex-wrap gap-3"
      onChange={(event) => submit(event.currentTarget)}
    >
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
    </Form>
  );
}

function UserRow({ user, isSelf }: { user: ListedUser; isSelf: boolean }) {
  const active = !['Inativo', 'Sem assinatura'].includes(user.subscriptionLabel);
  return (
    <Tr>
      <Td>
        <span className="flex items-center gap-3 font-medium">
          <Avatar name={user.displayName} size="sm" />
          {user.displayName || 'Usuário'}
        </span>
      </Td>
      <Td>{user.email}</Td>
      <Td>
        <Badge tone={user.role === 'admin' ? 'accent' : 'neutral'}>
          {user.role === 'admin' ? 'Administrador' : 'Usuário'}
        </Badge>
      </Td>
      <Td>
        <Badge tone={active ? 'success' : 'neutral'}>{user.subscriptionLabel}</Badge>
      </Td>
      <Td className="tabular-nums">{formatDate(user.createdAt)}</Td>
      <Td>
        <span className="flex flex-wrap gap-2">
          <Actions user={user} isSelf={isSelf} />
        </span>
      </Td>
    </Tr>
  );
}

function Actions({ user, isSelf }: { user: ListedUser; isSelf: boolean }) {
  const name = user.displayName || user.email;
  const promote = user.role !== 'admin';
  return (
    <>
      {user.canRevoke ? (
        <AccessDialog
          intent="revoke"
          userId={user.userId}
          title="Revogar Acesso"
          description={`${name} perde o acesso agora, e a cobrança é encerrada.`}
          confirm="Revogar"
          danger
          trigger={
            <Button size="sm" variant="ghost" className="text-danger! hover:text-danger!">
              Revogar<span className="sr-only"> acesso de {name}</span>
            </Button>
          }
        />
      ) : null}
      <AccessDialog
        intent="grant"
        userId={user.userId}
        title="Conceder plano"
        description={`O plano concedido a ${name} substitui o atual e não gera cobrança.`}
        confirm="Conceder"
        trigger={
          <Button size="sm">
            Conceder plano<span className="sr-only"> a {name}</span>
          </Button>
        }
      >
        <GrantFields />
      </AccessDialog>
      {isSelf ? null : (
        <AccessDialog
          intent="role"
          userId={user.userId}
          title={promote ? 'Tornar administrador' : 'Remover administrador'}
          description={
            promote
              ? `${name} poderá mudar todo o site.`
              : `${name} deixa de ver as páginas de administração.`
          }
          confirm={promote ? 'Promover' : 'Remover'}
          danger={!promote}
          trigger={
            <Button size="sm" variant="ghost">
              {promote ? 'Promover' : 'Rebaixar'}
              <span className="sr-only"> {name}</span>
            </Button>
          }
        >
          <input type="hidden" name="role" value={promote ? 'admin' : 'user'} />
        </AccessDialog>
      )}
    </>
  );
}
