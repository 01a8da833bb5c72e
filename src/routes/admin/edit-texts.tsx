import { useDeferredValue, useState } from 'react';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { DocumentPage } from '#features/site/components/document-page.tsx';
import { MaintenancePage } from '#features/site/components/maintenance-page.tsx';
import { defaultMaintenance } from '#features/site/defaults.ts';
import { PagePreview } from '#features/site-editor/components/page-preview.tsx';
import { LicenseForm, MaintenanceForm } from '#features/site-editor/components/section-forms.tsx';
import { useSectionEditor } from '#features/site-editor/components/use-section-editor.ts';
import { getSectionsForEditor } from '#features/site-editor/queries.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { useRootData } from '#routes/root-data.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import type { Route } from './+types/edit-texts';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    adminTitle('/admin/edit-texts'),
    'Edite a licença de uso do áudio e o texto da página de manutenção.',
  );

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  return getSectionsForEditor(app.db, admin, ['license', 'maintenance_mode']);
}

export default function EditTexts({ loaderData }: Route.ComponentProps) {
  const { site } = useRootData();
  const [tab, setTab] = useState('license');
  const license = useSectionEditor('license', loaderData.license);
  const maintenance = useSectionEditor('maintenance_mode', loaderData.maintenance_mode);
  const shown = useDeferredValue({ license: license.content, maintenance: maintenance.content });
  const unsaved = [
    ...(license.isDirty ? ['Licença'] : []),
    ...(maintenance.isDirty ? ['Página de manutenção'] : []),
  ];
  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/admin/edit-texts')}
        lead="O que o assinante pode fazer com o áudio, e o que se lê enquanto o site está fechado."
        back={{ to: '/edit-home' }}
      />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Tabs value={tab} onValueChange={setTab} className="min-w-0">
          <TabsList aria-label="Textos do site">
            <TabsTrigger value="license">Licença</TabsTrigger>
            <TabsTrigger value="maintenance">Manutenção</TabsTrigger>
          </TabsList>
          <TabsContent value="license">
            <LicenseForm editor={license} />
          </TabsContent>
          <TabsContent value="maintenance">
            <MaintenanceForm editor={maintenance} />
          </TabsContent>
        </Tabs>
        <div className="min-w-0 xl:sticky xl:top-24">
          <PagePreview title="Prévia" focus={null}>
            {tab === 'license' ? (
              <DocumentPage
                title="Licença de uso"
                edition={`Versão ${loaderData.license.version + 2}, quando salva`}
                text={shown.license.text}
              />
            ) : (
              <MaintenancePage
                siteName={site.name}
                title={shown.maintenance.title.trim() || defaultMaintenance.title}
                subtitle={shown.maintenance.subtitle.trim() || defaultMaintenance.subtitle}
                busy={false}
                onSubmit={(event) => event.preventDefault()}
              />
            )}
          </PagePreview>
        </div>
      </div>
      <LeaveGuard unsaved={unsaved} />
    </Page>
  );
}
