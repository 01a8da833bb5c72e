import { useRevalidator } from 'react-router';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { recallFindings } from '#features/health/checks.server.ts';
import { FindingList } from '#features/health/components/finding-list.tsx';
import { sumUp } from '#features/health/model.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { Button } from '#ui/button.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/health';

const title = adminTitle('/admin/saude');

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, title, 'O que o site precisa para funcionar, e o que fazer quando falta.');

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  requireAdmin(await context.get(viewerContext)());
  const findings = await recallFindings(app, {
    ...app,
    database: async () => app.db,
    storage: async () => app.storage,
  });
  return { findings };
}

export default function Health({ loaderData: { findings } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <Page>
      <PageHeader
        title={title}
        lead={sumUp(findings)}
        back={{ to: '/admin' }}
        actions={
          <Button onClick={() => void revalidate()} busy={state === 'loading'}>
            Verificar de novo
          </Button>
        }
      />
      <FindingList findings={findings} />
    </Page>
  );
}
