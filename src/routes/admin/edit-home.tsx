import { useDeferredValue, useState } from 'react';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { LandingSections } from '#features/site/components/landing-sections.tsx';
import { composeLanding, landingSections } from '#features/site/landing.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { PagePreview } from '#features/site-editor/components/page-preview.tsx';
import {
  ContactForm,
  FaqForm,
  FeaturesForm,
  HeroForm,
  PricingForm,
} from '#features/site-editor/components/section-forms.tsx';
import { useSectionEditor } from '#features/site-editor/components/use-section-editor.ts';
import { getSectionsForEditor } from '#features/site-editor/queries.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { readLandingFacts } from '#routes/public/landing.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import type { Route } from './+types/edit-home';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle('/edit-home'), 'Edite textos, vídeo, perguntas e contato da página inicial.');

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const [sections, content, facts] = await Promise.all([
    getSectionsForEditor(app.db, admin, landingSections),
    getSiteContent(app),
    readLandingFacts(app),
  ]);
  // Nothing stored yet: the number of the settings applies.
  sections.contact.content.whatsapp ??= content.contact.whatsapp;
  return { sections, facts };
}

/** The tabs, each with the part of the page that its preview shows. */
const tabs = [
  { value: 'hero', label: 'Hero', part: null },
  { value: 'features', label: 'Recursos', part: '#recursos' },
  { value: 'pricing', label: 'Planos', part: '#planos' },
  { value: 'faq', label: 'FAQ', part: '#faq' },
  { value: 'contact', label: 'Contato', part: 'section:has(#contato)' },
] as const;

export default function EditHome({ loaderData }: Route.ComponentProps) {
  const { sections, facts } = loaderData;
  const [tab, setTab] = useState<string>('hero');
  const editors = {
    hero: useSectionEditor('hero', sections.hero),
    features: useSectionEditor('features', sections.features),
    pricing: useSectionEditor('pricing', sections.pricing),
    faq: useSectionEditor('faq', sections.faq),
    contact: useSectionEditor('contact', sections.contact),
  };
  const landing = useDeferredValue(
    composeLanding(
      {
        hero: editors.hero.content,
        features: editors.features.content,
        pricing: editors.pricing.content,
        faq: editors.faq.content,
        contact: editors.contact.content,
        pricing_plans: sections.pricing_plans.content,
      },
      facts,
    ),
  );
  const unsaved = tabs.filter(({ value }) => editors[value].isDirty).map(({ label }) => label);
  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/edit-home')}
        lead="Cada aba salva só a sua seção. A prévia mostra o que ainda não foi salvo."
        back={{ to: '/admin' }}
        actions={<ButtonLink to="/admin/edit-texts">Licença e manutenção</ButtonLink>}
      />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Tabs value={tab} onValueChange={setTab} className="min-w-0">
          <TabsList aria-label="Seções da página inicial">
            {tabs.map(({ value, label }) => (
              <TabsTrigger key={value} value={value}>
                {label}
                {editors[value].isDirty ? (
                  <span className="size-2 rounded-full bg-accent" title="Alterações não salvas" />
                ) : null}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value="hero">
            <HeroForm editor={editors.hero} />
          </TabsContent>
          <TabsContent value="features">
            <FeaturesForm editor={editors.features} />
          </TabsContent>
          <TabsContent value="pricing">
            <PricingForm editor={editors.pricing} />
          </TabsContent>
          <TabsContent value="faq">
            <FaqForm editor={editors.faq} />
          </TabsContent>
          <TabsContent value="contact">
            <ContactForm editor={editors.contact} />
          </TabsContent>
        </Tabs>
        <div className="min-w-0 xl:sticky xl:top-24">
          <PagePreview
            title="Prévia da página inicial"
            focus={tabs.find(({ value }) => value === tab)?.part ?? null}
          >
            <LandingSections landing={landing} mode="buy" />
          </PagePreview>
        </div>
      </div>
      <LeaveGuard unsaved={unsaved} />
    </Page>
  );
}
