import { requireUser } from '#features/accounts/gates.server.ts';
import { historyFilterSchema } from '#features/downloads/history-queries.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { tableFile } from '#routes/table-file.server.ts';
import type { Route } from './+types/usage-report';
import { reportHead, reportRows } from './usage-report.server.ts';

/** GET /meus-downloads/relatorio.csv and .xlsx: what was downloaded or delivered, for Ecad and the station's files. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = requireUser(await context.get(viewerContext)());
  const filter = historyFilterSchema.parse(Object.fromEntries(url.searchParams));
  const name = ['relatorio-de-uso', filter.mes].filter(Boolean).join('-');
  const type = url.pathname.endsWith('.csv') ? 'csv' : 'xlsx';
  return tableFile(name, type, reportHead, reportRows(app, user, filter));
}
