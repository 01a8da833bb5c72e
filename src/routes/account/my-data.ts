import { requireUser } from '#features/accounts/gates.server.ts';
import { exportData } from '#features/privacy/queries.server.ts';
import { localInstant } from '#platform/calendar.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import type { Route } from './+types/my-data';

/** GET /profile/meus-dados: the user's data as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = requireUser(await context.get(viewerContext)());
  const body = JSON.stringify(await exportData(app.db, user), withLocalTimes, 2);
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="meus-dados-sonoteca.json"',
      'Cache-Control': 'private, no-store',
    },
  });
}

/** Times as people in São Paulo know them; `this` holds the date, which JSON has already made a text of. */
function withLocalTimes(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const held = this[name];
  return held instanceof Date ? localInstant(held) : value;
}
