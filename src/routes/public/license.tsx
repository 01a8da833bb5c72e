import Scale from 'lucide-react/icons/scale';
import { DocumentPage } from '#features/site/components/document-page.tsx';
import { getLicense } from '#features/site/queries.server.ts';
import { appContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import type { Route } from './+types/license';

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { siteName: app.settings.SITE_NAME, ...(await getLicense(app)) };
}

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, 'Licença de uso do áudio', 'O que a sua rádio pode fazer com o áudio que baixa daqui.');

export default function License({ loaderData }: Route.ComponentProps) {
  return (
    <DocumentPage
      title="Licença de uso do áudio"
      edition={`Versão ${loaderData.version}`}
      text={loaderData.text}
      notice={
        <p className="mb-8 flex gap-4 rounded-md bg-accent/12 p-5 text-sm">
          <Scale className="size-5 shrink-0 text-accent" aria-hidden="true" />A versão em vigor no momento de
          cada download fica registrada com ele.
        </p>
      }
    />
  );
}
