import { requireAdmin } from '#features/accounts/gates.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { SearchPreview } from '#features/site-editor/components/search-preview.tsx';
import { SettingsForm } from '#features/site-editor/components/settings-form.tsx';
import { type EditorWords, useSectionEditor } from '#features/site-editor/components/use-section-editor.ts';
import { getSectionsForEditor } from '#features/site-editor/queries.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { useRootData } from '#routes/root-data.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/ceo-settings';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle('/admin/ceo-settings'), 'Ícone, descrição e palavras-chave do site nas buscas.');

const words: EditorWords = {
  saved: { title: 'Configurações salvas', description: 'Elas já valem em todas as páginas do site.' },
  unknown: 'Ocorreu um erro inesperado.',
};

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  return (await getSectionsForEditor(app.db, admin, ['site_settings'])).site_settings;
}

export default function CeoSettings({ loaderData }: Route.ComponentProps) {
  const { site } = useRootData();
  const editor = useSectionEditor('site_settings', loaderData, words);
  return (
    <Page>
      <PageHeader
        title={adminTitle('/admin/ceo-settings')}
        lead="Como o site aparece na aba do navegador, nas buscas e quando alguém compartilha um link."
        back={{ to: '/admin' }}
      />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <SettingsForm editor={editor} />
        <SearchPreview site={site} {...editor.content} />
      </div>
      <LeaveGuard unsaved={editor.isDirty ? ['Configurações'] : []} />
    </Page>
  );
}
