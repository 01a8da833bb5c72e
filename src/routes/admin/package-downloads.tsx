import Download from 'lucide-react/icons/download';
import { data, Link } from 'react-router';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { listDownloads } from '#features/downloads/history-queries.server.ts';
import { downloadWays } from '#features/downloads/model.ts';
import { findPackageTitle } from '#features/downloads/queries.server.ts';
import { formatDateTime } from '#platform/format.ts';
import { isId } from '#platform/ids.ts';
import { formatTotal } from '#platform/list.ts';
import { readPlace } from '#platform/place.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { Table, Td, Th, Tr } from '#ui/table.tsx';
import type { Route } from './+types/package-downloads';
import { AccountLink } from './account-link.tsx';
import { ExportLinks } from './export-link.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, 'Quem baixou', 'As contas que baixaram algo de um pacote, e quando.');

/** GET /admin/downloads/:id: who downloaded something of a package. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const packageId = params.id;
  const title = isId(packageId) ? await findPackageTitle(db, packageId) : null;
  if (!isId(packageId) || title === null) throw data({ message: 'Pacote não encontrado' }, { status: 404 });
  return {
    packageId,
    title,
    ...(await listDownloads(db, admin, { packageId }, readPlace(url.searchParams))),
  };
}

export default function PackageDownloads({ loaderData }: Route.ComponentProps) {
  const { packageId, title, lines, page } = loaderData;
  return (
    <Page width="full">
      <PageHeader
        title="Quem baixou"
        lead={`${title}: ${page.total === 1 ? '1 arquivo' : `${formatTotal(page)} arquivos`}`}
        back={{ to: '/admin/manage-packages', label: 'Pacotes' }}
        actions={<ExportLinks list="downloads" of={{ pacote: packageId }} />}
      />
      {lines.length === 0 ? (
        <EmptyState
          icon={<Download aria-hidden="true" />}
          title="Ninguém baixou este pacote ainda"
          text="Os downloads das contas ativas aparecem aqui."
        />
      ) : (
        <Table label="Downloads" stacked>
          <thead>
            <tr>
              <Th>Quando</Th>
              <Th>Quem</Th>
              <Th>Faixa</Th>
              <Th>Como</Th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Tr key={line.id}>
                <Td className="whitespace-nowrap tabular-nums">{formatDateTime(line.createdAt)}</Td>
                <Td className="wrap-anywhere">
                  {line.licenceId ? (
                    <Link to={`/certificado/${line.licenceId}`} className="font-medium hover:text-accent">
                      {line.licensee}
                    </Link>
                  ) : null}
                  <span className="block text-xs text-muted">
                    <AccountLink userId={line.userId}>{line.email}</AccountLink>
                  </span>
                </Td>
                <Td className="wrap-anywhere">{line.trackName}</Td>
                <Td>{downloadWays[line.kind]}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <Pager page={page} />
    </Page>
  );
}
