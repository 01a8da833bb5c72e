import BadgeCheck from 'lucide-react/icons/badge-check';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { licenceFilterSchema, listLicences } from '#features/licences/admin-queries.server.ts';
import { FileCheck } from '#features/licences/components/file-check.tsx';
import { WithdrawButton } from '#features/licences/components/withdraw-button.tsx';
import { formatDocument } from '#features/licences/documents.ts';
import { causes, longestReason } from '#features/licences/model.ts';
import { restoreLicence, withdrawLicence } from '#features/licences/withdraw-licence.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { countTracks, formatDateTime } from '#platform/format.ts';
import { idSchema } from '#platform/id-schema.ts';
import { formatTotal } from '#platform/list.ts';
import { typedText } from '#platform/typed-text.ts';
import { answering, isSaidAtFields } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { FilterForm } from '#ui/filter-form.tsx';
import { Input } from '#ui/input.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { Select } from '#ui/select.tsx';
import { Table, Td, Th, Tr } from '#ui/table.tsx';
import type { Route } from './+types/certificates';
import { AccountLink } from './account-link.tsx';
import { ExportLinks } from './export-link.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    adminTitle('/admin/certificados'),
    'As licenças emitidas, por estação, documento, código ou arquivo.',
  );

const failures = { withdraw: 'Licença não retirada', restore: 'Licença não restabelecida' };
const already = 'Outra pessoa já fez isso. A lista já está atualizada.';
const withdrawSchema = z.object({
  id: idSchema,
  reason: typedText({ error: 'Informe o motivo.' })
    .min(1, 'Informe o motivo.')
    .max(longestReason, `O motivo deve ter no máximo ${longestReason} caracteres.`),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = requireAdmin(await context.get(viewerContext)());
  const filter = licenceFilterSchema.parse(Object.fromEntries(url.searchParams));
  return { filter, ...(await listLicences(context.get(appContext).db, admin, filter)) };
}

export const action = actionOf(requireAdmin, failures, {
  withdraw: change(withdrawSchema, (app: App, admin: Admin, input) => withdrawLicence(app, admin, input), {
    done: 'Licença retirada',
    refusals: { already },
  }),
  restore: change(
    z.object({ id: idSchema }),
    (app: App, admin: Admin, input) => restoreLicence(app, admin, input),
    {
      done: 'Licença restabelecida',
      refusals: { already },
    },
  ),
});

export const clientAction = answering(failures, { quiet: isSaidAtFields });

export default function Certificates({ loaderData }: Route.ComponentProps) {
  const { filter, licences, page } = loaderData;
  const navigate = useNavigate();
  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/admin/certificados')}
        lead={page.total === 1 ? '1 licença' : `${formatTotal(page)} licenças`}
        back={{ to: '/admin' }}
        actions={<ExportLinks list="certificados" />}
      />
      <FilterForm label="Filtros" className="mb-4 grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field label="Estação, CNPJ, CPF ou código">
          {(control) => <Input {...control} type="search" name="q" maxLength={200} defaultValue={filter.q} />}
        </Field>
        <Field label="Situação">
          {(control) => (
            <Select {...control} name="estado" defaultValue={filter.estado}>
              <option value="">Todas</option>
              <option value="validas">Válidas</option>
              <option value="retiradas">Retiradas</option>
            </Select>
          )}
        </Field>
      </FilterForm>
      <div className="mb-6">
        <FileCheck
          lead="Arraste um arquivo para cá e veja em quais licenças ele está."
          onHash={(hash) => void navigate(`/admin/certificados?arquivo=${hash}`)}
          verdict={(_hash, name) => ({
            isGood: true,
            text: `A lista mostra as licenças que têm ${name}.`,
          })}
        />
        {filter.arquivo ? (
          <p className="mt-3 flex flex-wrap items-center gap-3 text-sm">
            <span className="break-all text-muted">
              Só as que têm o arquivo {filter.arquivo.slice(0, 16)}…
            </span>
            <ButtonLink to="/admin/certificados" size="sm" variant="ghost">
              Ver todas
            </ButtonLink>
          </p>
        ) : null}
      </div>
      {licences.length === 0 ? (
        <EmptyState
          icon={<BadgeCheck aria-hidden="true" />}
          title="Nenhuma licença encontrada"
          text="Cada download e cada entrega deixa uma licença aqui."
        />
      ) : (
        <Licences licences={licences} />
      )}
      <Pager page={page} />
    </Page>
  );
}

function Licences({ licences }: Pick<Route.ComponentProps['loaderData'], 'licences'>) {
  return (
    <Table label="Licenças" stacked>
      <thead>
        <tr>
          <Th>Emitida em</Th>
          <Th>Para</Th>
          <Th>O quê</Th>
          <Th>Situação</Th>
          <Th>
            <span className="sr-only">Ações</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {licences.map((each) => (
          <Tr key={each.id} className="[&>td]:align-top lg:[&>td]:py-3.5">
            <Td className="whitespace-nowrap tabular-nums">{formatDateTime(each.issuedAt)}</Td>
            <Td className="wrap-anywhere">
              <span className="font-medium">{each.licensee}</span>
              <span className="block text-xs text-muted">
                {each.document ? `${formatDocument(each.document)} · ` : null}
                <AccountLink userId={each.userId}>{each.email ?? 'conta excluída'}</AccountLink>
              </span>
            </Td>
            <Td className="wrap-anywhere max-lg:basis-full">
              <Link to={`/certificado/${each.id}`} className="font-medium hover:text-accent">
                {each.subject}
              </Link>
              <span className="block text-xs text-muted">
                {causes[each.cause]} · {countTracks(each.trackCount)} · versão {each.version}
              </span>
            </Td>
            <Td>
              {each.withdrawnAt ? (
                <>
                  <Badge tone="danger">Retirada</Badge>
                  <span className="mt-1 block text-xs wrap-anywhere text-muted">{each.withdrawnReason}</span>
                </>
              ) : (
                <Badge tone="success">Válida</Badge>
              )}
            </Td>
            <Td>
              <WithdrawButton id={each.id} licensee={each.licensee} isWithdrawn={each.withdrawnAt !== null} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
