import { Outlet } from 'react-router';
import { Footer } from '#features/site/components/footer.tsx';
import { SkipLink } from '#features/site/components/skip-link.tsx';
import { toContact } from '#features/site/contact.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { appContext } from '#routes/app.server.ts';
import { useRootData } from '#routes/root-data.ts';
import { SiteHeader } from '#routes/site-header.tsx';
import type { Route } from './+types/layout';

export async function loader({ context }: Route.LoaderArgs) {
  const { contact } = await getSiteContent(context.get(appContext));
  return { contact: toContact(contact.whatsapp) };
}

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  const { site } = useRootData();
  return (
    <div className="flex min-h-dvh flex-col pb-[max(var(--player-dock,0px),var(--player-low,0px))]">
      <SkipLink />
      <SiteHeader />
      <main id="conteudo" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer siteName={site.name} contact={loaderData.contact} />
    </div>
  );
}
