import { useDeferredValue } from 'react';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { PlanSection } from '#features/site/components/plan-section.tsx';
import { composeLanding } from '#features/site/landing.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { PagePreview } from '#features/site-editor/components/page-preview.tsx';
import { PlansForm } from '#features/site-editor/components/plans-form.tsx';
import { type EditorWords, useSectionEditor } from '#features/site-editor/components/use-section-editor.ts';
import { getSectionsForEditor } from '#features/site-editor/queries.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { readLandingFacts } from '#routes/public/landing.server.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/edit-plans';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle('/admin/edit-plans'), 'Edite os benefícios de cada plano na página inicial.');

const words: EditorWords = {
  saved: { title: 'Planos salvos!', description: 'Os benefícios já aparecem na página inicial.' },
  unknown: 'Não foi possível salvar os planos. Tente novamente.',
  onlyOwn: true,
};

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const [sections, content, facts] = await Promise.all([
    getSectionsForEditor(app.db, admin, ['pricing_plans']),
    getSiteContent(app),
    readLandingFacts(app),
  ]);
  return { stored: sections.pricing_plans, content, facts };
}

export default function EditPlans({ loaderData }: Route.ComponentProps) {
  const { stored, content, facts } = loaderData;
  const editor = useSectionEditor('pricing_plans', stored, words);
  const written = editor.content.plans.map((plan) => ({
    ...plan,
    benefits: plan.benefits.filter(({ text }) => text.trim() !== ''),
  }));
  const landing = useDeferredValue(composeLanding({ ...content, pricing_plans: { plans: written } }, facts));
  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/admin/edit-plans')}
        lead="O que cada plano inclui, na ordem em que aparece na página inicial."
        back={{ to: '/admin' }}
      />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <PlansForm editor={editor} />
        <div className="min-w-0 xl:sticky xl:top-24">
          <PagePreview title="Prévia dos planos">
            <PlanSection {...landing.pricing} offers={landing.offers} mode="buy" contact={landing.contact} />
          </PagePreview>
        </div>
      </div>
      <LeaveGuard unsaved={editor.isDirty ? ['Benefícios dos planos'] : []} />
    </Page>
  );
}
