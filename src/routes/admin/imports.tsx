import FolderInput from 'lucide-react/icons/folder-input';
import Plus from 'lucide-react/icons/plus';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { ImportList } from '#features/ingestion/components/import-list.tsx';
import { listImports } from '#features/ingestion/import-queries.server.ts';
import { isOpen } from '#features/ingestion/import-states.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { readPlace } from '#platform/place.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { useLive } from '#ui/use-live.ts';
import type { Route } from './+types/imports';
import { ExportLinks } from './export-link.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle('/admin/importacoes'), 'O andamento das pastas importadas do Google Drive.');

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  return listImports(app.db, admin, readPlace(url.searchParams));
}

export default function Imports({ loaderData: { imports, page } }: Route.ComponentProps) {
  useLive(imports.some(({ status }) => isOpen(status)));
  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/admin/importacoes')}
        lead="O andamento de cada pasta do Google Drive. O que já foi importado toca mesmo com o Drive fora do ar."
        back={{ to: '/admin/manage-packages' }}
        actions={
          <>
            <ExportLinks list="importacoes" />
            <ButtonLink to="/admin/create-package" variant="primary">
              <Plus aria-hidden="true" />
              Novo pacote do Drive
            </ButtonLink>
          </>
        }
      />
      {imports.length > 0 ? (
        <ImportList imports={imports} />
      ) : (
        <EmptyState
          icon={<FolderInput aria-hidden="true" />}
          title="Nenhuma importação"
          text="Cole o link de uma pasta do Google Drive ao criar um pacote: os áudios são buscados em seguida."
        />
      )}
      <Pager page={page} />
    </Page>
  );
}
