import { requireUser } from '#features/accounts/gates.server.ts';
import { exportData } from '#features/privacy/queries.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import type { Route } from './+types/my-data';

/** GET /profile/meus-dados: the user's data as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = requireUser(await context.get(viewerContext)());
  const body = JSON.stringify(await exportData(app.db, user), null, 2);
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="meus-dados-sonoteca.json"',
      'Cache-Control': 'private, no-store',
    },
  });
}
