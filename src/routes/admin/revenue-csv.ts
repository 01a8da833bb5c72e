import { requireAdmin } from '#features/accounts/gates.server.ts';
import { revenueCsv } from '#features/subscriptions/revenue-csv.ts';
import { getRevenue } from '#features/subscriptions/revenue-queries.server.ts';
import { formatDate } from '#platform/format.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import type { Route } from './+types/revenue-csv';

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const now = app.clock.now();
  const { months } = await getRevenue(app.db, admin, now);
  const day = formatDate(now).split('/').reverse().join('-');
  return new Response(revenueCsv(months), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="receita-${day}.csv"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
