import { requireUser } from '#features/accounts/gates.server.ts';
import { historyFilterSchema } from '#features/downloads/history-queries.server.ts';
import { streamCsv } from '#platform/csv.server.ts';
import { AppError } from '#platform/errors.ts';
import { writeXlsx } from '#platform/xlsx.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import type { Route } from './+types/usage-report';
import { reportHead, reportRows } from './usage-report.server.ts';

/** Rows of a sheet, which is made in memory; the CSV has no such bound. */
const mostRows = 10_000;

/** GET /meus-downloads/relatorio.csv and .xlsx: what was downloaded or delivered, for Ecad and the station's files. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = requireUser(await context.get(viewerContext)());
  const filter = historyFilterSchema.parse(Object.fromEntries(url.searchParams));
  const rows = reportRows(app, user, filter);
  const name = ['relatorio-de-uso', filter.mes].filter(Boolean).join('-');
  if (url.pathname.endsWith('.csv')) {
    return new Response(streamCsv(reportHead, rows), {
      headers: headersOf(`${name}.csv`, 'text/csv; charset=utf-8'),
    });
  }
  const all: (string | number)[][] = [reportHead];
  for await (const part of rows) {
    all.push(...part);
    if (all.length > mostRows) {
      throw new AppError('too-large', 'São linhas demais para uma planilha: escolha um mês ou baixe o CSV.');
    }
  }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return new Response(new Uint8Array(await writeXlsx(all, 'Uso')), {
    headers: headersOf(`${name}.xlsx`, type),
  });
}

const headersOf = (name: string, type: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
});
