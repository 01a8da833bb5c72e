import History from 'lucide-react/icons/history';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Fact } from '#features/audit/facts.ts';
import { actionName, entityName } from '#features/audit/model.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { formatCount, formatDateTime } from '#platform/format.ts';
import { formatTotal } from '#platform/list.ts';
import { readPlace } from '#platform/place.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { FilterForm } from '#ui/filter-form.tsx';
import { Input } from '#ui/input.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { Select } from '#ui/select.tsx';
import { Table, Td, Th, Tr } from '#ui/table.tsx';
import type { Route } from './+types/audit';
import { AccountLink } from './account-link.tsx';
import { readAudit } from './audit-lines.server.ts';
import { ExportLinks } from './export-link.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle('/admin/audit'), 'Quem mudou o quê no site, e quando.');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdmin(await context.get(viewerContext)());
  return readAudit(context.get(appContext), url.searchParams, readPlace(url.searchParams));
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { filter, entries, page, entities, actors } = loaderData;
  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/admin/audit')}
        lead={`${page.total === 1 ? '1 mudança feita' : `${formatTotal(page)} mudanças feitas`} por administradores.`}
        back={{ to: '/admin' }}
        actions={<ExportLinks list="auditoria" />}
      />
      <FilterForm label="Filtros" className="mb-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Quem">
          {(control) => (
            <Select {...control} name="quem" defaultValue={filter.quem}>
              <option value="">Todos</option>
              {actors.map((email) => (
                <option key={email}>{email}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="O quê">
          {(control) => (
            <Select {...control} name="o_que" defaultValue={filter.o_que}>
              <option value="">Tudo</option>
              {entities.map((entity) => (
                <option key={entity} value={entity}>
                  {entityName(entity)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="De">
          {(control) => <Input {...control} type="date" name="de" defaultValue={filter.de} />}
        </Field>
        <Field label="Até">
          {(control) => <Input {...control} type="date" name="ate" defaultValue={filter.ate} />}
        </Field>
      </FilterForm>
      {entries.length === 0 ? (
        <EmptyState
          icon={<History aria-hidden="true" />}
          title="Nenhuma mudança encontrada"
          text="Mude os filtros ou volte quando houver alguma mudança."
        />
      ) : (
        <Table label="Mudanças" stacked>
          <thead>
            <tr>
              <Th>Quando</Th>
              <Th>Quem</Th>
              <Th>O quê</Th>
              <Th>Antes</Th>
              <Th>Depois</Th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Tr key={entry.id} className="[&>td]:align-top lg:[&>td]:py-3.5">
                <Td className="whitespace-nowrap tabular-nums">{formatDateTime(entry.createdAt)}</Td>
                <Td>
                  <AccountLink userId={entry.actorId}>{entry.actorEmail}</AccountLink>
                </Td>
                <Td className="max-lg:basis-full">
                  <span className="font-medium">{actionName(entry.action)}</span>
                  <span className="block text-xs wrap-anywhere text-muted">
                    {entityName(entry.entity)}
                    {entry.subject ? (
                      <>
                        : <AccountLink userId={entry.subjectUserId}>{entry.subject}</AccountLink>
                      </>
                    ) : null}
                  </span>
                </Td>
                <Facts heading="Antes" facts={entry.before} />
                <Facts heading="Depois" facts={entry.after} />
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <Pager page={page} />
    </Page>
  );
}

const mostFacts = 15;

function Facts({ heading, facts }: { heading: string; facts: Fact[] }) {
  if (facts.length === 0) return <Td className="max-lg:hidden" />;
  return (
    <Td className="max-lg:basis-full">
      <span className="text-xs text-muted lg:sr-only">{heading}</span>
      <dl className="grid max-w-md gap-1 text-xs wrap-anywhere">
        {facts.slice(0, mostFacts).map(({ label, text }) => (
          <div key={label}>
            <dt className="inline text-muted">{label}: </dt>
            <dd className="inline">{text}</dd>
          </div>
        ))}
      </dl>
      {facts.length > mostFacts ? (
        <span className="text-xs text-muted">e mais {formatCount(facts.length - mostFacts)}</span>
      ) : null}
    </Td>
  );
}
