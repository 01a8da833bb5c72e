import { DocumentPage } from '#features/site/components/document-page.tsx';
import { channelOf } from '#features/site/contact.ts';
import { documentsDate } from '#features/site/document.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { termsText } from '#features/site/terms.ts';
import { appContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import type { Route } from './+types/terms';

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { contact } = await getSiteContent(app);
  const siteName = app.settings.SITE_NAME;
  return { siteName, text: termsText({ siteName, channel: channelOf(contact.whatsapp) }) };
}

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, 'Termos de uso', 'As regras de uso do site, dos planos e dos créditos.');

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <DocumentPage title="Termos de uso" edition={`Em vigor desde ${documentsDate}`} text={loaderData.text} />
  );
}
