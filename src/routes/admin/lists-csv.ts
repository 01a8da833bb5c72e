import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { roleNames } from '#features/accounts/roles.ts';
import type { Fact } from '#features/audit/facts.ts';
import { actionName, entityName } from '#features/audit/model.ts';
import { listDownloads } from '#features/downloads/history-queries.server.ts';
import { downloadWays } from '#features/downloads/model.ts';
import { licenceFilterSchema, listLicences } from '#features/licences/admin-queries.server.ts';
import { formatDocument } from '#features/licences/documents.ts';
import { causes } from '#features/licences/model.ts';
import { statusFacts } from '#features/recordings/model.ts';
import { listRequests, requestFilterSchema } from '#features/recordings/request-queries.server.ts';
import { listUsers, userFilterSchema } from '#features/subscriptions/user-queries.server.ts';
import { streamCsv } from '#platform/csv.server.ts';
import type { CsvCell } from '#platform/csv.ts';
import { formatDate, formatDateTime } from '#platform/format.ts';
import { type ListPage, type Place, readWhole } from '#platform/list.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import type { Route } from './+types/lists-csv';
import { readAudit } from './audit-lines.server.ts';

/** A list as a file: its columns, and a part of its rows as its page filters them. */
interface ListFile {
  head: string[];
  read(
    app: App,
    admin: Admin,
    query: URLSearchParams,
    place: Place,
  ): Promise<{ rows: CsvCell[][]; page: ListPage }>;
}

const told = (facts: Fact[]): string => facts.map(({ label, text }) => `${label}: ${text}`).join('; ');

const files: Record<string, ListFile> = {
  certificados: {
    head: [
      'Emitida em',
      'Para',
      'CNPJ ou CPF',
      'E-mail',
      'O quê',
      'Como',
      'Faixas',
      'Versão',
      'Retirada em',
      'Motivo',
      'Código',
    ],
    async read(app, admin, query, place) {
      const filter = { ...licenceFilterSchema.parse(Object.fromEntries(query)), ...place };
      const { licences, page } = await listLicences(app.db, admin, filter);
      const rows = licences.map((each) => [
        formatDateTime(each.issuedAt),
        each.licensee,
        each.document ? formatDocument(each.document) : '',
        each.email ?? '',
        each.subject,
        causes[each.cause],
        each.trackCount,
        each.version,
        each.withdrawnAt ? formatDateTime(each.withdrawnAt) : '',
        each.withdrawnReason ?? '',
        each.id,
      ]);
      return { rows, page };
    },
  },
  downloads: {
    head: ['Quando', 'Pacote', 'Faixa', 'Como', 'Para', 'E-mail', 'Código da licença'],
    async read(app, admin, query, place) {
      const userId = query.get('conta');
      const of = userId ? { userId } : { packageId: query.get('pacote') ?? '' };
      const { lines, page } = await listDownloads(app.db, admin, of, place);
      const rows = lines.map((line) => [
        formatDateTime(line.createdAt),
        line.packageTitle,
        line.trackName,
        downloadWays[line.kind],
        line.licensee ?? '',
        line.email,
        line.licenceId ?? '',
      ]);
      return { rows, page };
    },
  },
  usuarios: {
    head: ['Nome', 'E-mail', 'Permissão', 'Assinatura', 'Cadastro'],
    async read(app, admin, query, place) {
      const filter = { ...userFilterSchema.parse(Object.fromEntries(query)), ...place };
      const { users, page } = await listUsers(app.db, admin, filter, app.clock.now());
      const rows = users.map(({ displayName, email, role, subscriptionLabel, createdAt }) => [
        displayName,
        email,
        roleNames[role],
        subscriptionLabel,
        formatDate(createdAt),
      ]);
      return { rows, page };
    },
  },
  solicitacoes: {
    head: ['Pedida em', 'Rádio', 'WhatsApp', 'Pacote', 'Créditos', 'Status', 'Prazo', 'Quem pediu', 'E-mail'],
    async read(app, admin, query, place) {
      const filter = { ...requestFilterSchema.parse(Object.fromEntries(query)), ...place };
      const { requests, page } = await listRequests(app.db, admin, filter, app.clock.now());
      const rows = requests.map((each) => [
        formatDateTime(each.createdAt),
        each.radioName,
        each.whatsapp,
        each.packageTitle,
        each.creditsUsed,
        statusFacts(each.status).label,
        formatDateTime(each.dueAt),
        each.requesterName ?? '',
        each.requesterEmail ?? '',
      ]);
      return { rows, page };
    },
  },
  auditoria: {
    head: ['Quando', 'Quem', 'O quê', 'Onde', 'Sobre', 'Antes', 'Depois'],
    async read(app, _admin, query, place) {
      const { entries, page } = await readAudit(app, query, place);
      const rows = entries.map((entry) => [
        formatDateTime(entry.createdAt),
        entry.actorEmail,
        actionName(entry.action),
        entityName(entry.entity),
        entry.subject ?? '',
        told(entry.before),
        told(entry.after),
      ]);
      return { rows, page };
    },
  },
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const name = /\/(\w+)\.csv$/.exec(url.pathname)?.[1] ?? '';
  const file = files[name];
  if (!file) throw new Response(null, { status: 404 });
  const rows = async function* () {
    const whole = readWhole((place) => file.read(app, admin, url.searchParams, place));
    for await (const part of whole) yield part.rows;
  };
  const day = formatDate(app.clock.now()).split('/').reverse().join('-');
  return new Response(streamCsv(file.head, rows()), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
