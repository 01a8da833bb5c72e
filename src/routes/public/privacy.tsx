import { retained } from '#features/privacy/model.ts';
import { DocumentPage } from '#features/site/components/document-page.tsx';
import { channelOf } from '#features/site/contact.ts';
import { documentsDate } from '#features/site/document.ts';
import { privacyText } from '#features/site/privacy.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { appContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import type { Route } from './+types/privacy';

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { contact } = await getSiteContent(app);
  const siteName = app.settings.SITE_NAME;
  return { siteName, text: privacyText({ siteName, channel: channelOf(contact.whatsapp) }, retained) };
}

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, 'Privacidade', 'Que dados guardamos, para quê, por quanto tempo, e como pedir os seus.');

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <DocumentPage title="Privacidade" edition={`Em vigor desde ${documentsDate}`} text={loaderData.text} />
  );
}
