import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { roleNames } from '#features/accounts/roles.ts';
import type { Fact } from '#features/audit/facts.ts';
import { actionName, entityName } from '#features/audit/model.ts';
import { listSchema } from '#features/curation/model.ts';
import { listPackages } from '#features/curation/queries.server.ts';
import { listDownloads } from '#features/downloads/history-queries.server.ts';
import { downloadWays } from '#features/downloads/model.ts';
import { listImports } from '#features/ingestion/import-queries.server.ts';
import { importStates } from '#features/ingestion/import-states.ts';
import { licenceFilterSchema, listLicences } from '#features/licences/admin-queries.server.ts';
import { formatDocument } from '#features/licences/documents.ts';
import { causes } from '#features/licences/model.ts';
import { statusFacts } from '#features/recordings/model.ts';
import { listRequests, requestFilterSchema } from '#features/recordings/request-queries.server.ts';
import { listMisses } from '#features/search/upkeep/queries.server.ts';
import { getRevenue } from '#features/subscriptions/revenue-queries.server.ts';
import { revenueHead, revenueRows } from '#features/subscriptions/revenue-rows.ts';
import { listUsers, userFilterSchema } from '#features/subscriptions/user-queries.server.ts';
import { type HistoryName, historyNames } from '#features/support/histories.ts';
import { listHistoryOf } from '#features/support/history-queries.server.ts';
import type { CsvCell } from '#platform/csv.ts';
import { formatDate, formatDateTime } from '#platform/format.ts';
import { type ListPage, type Place, readWhole } from '#platform/list.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { tableFile, tableTypes } from '#routes/table-file.server.ts';
import type { Route } from './+types/list-files';
import { readAudit } from './audit-lines.server.ts';
import { type ListName, listNames } from './list-names.ts';

/** A list as a file: its columns, and a part of its rows as its page filters them. */
interface ListFile {
  head: string[];
  /** What the file is called after, when the list alone does not say it. @throws Response 404 */
  name?(query: URLSearchParams): string;
  read(
    app: App,
    admin: Admin,
    query: URLSearchParams,
    place: Place,
  ): Promise<{ rows: CsvCell[][]; page: Pick<ListPage, 'after'> }>;
}

const told = (facts: Fact[]): string => facts.map(({ label, text }) => `${label}: ${text}`).join('; ');

/** @throws Response 404 */
function historyOf(query: URLSearchParams): HistoryName {
  const name = historyNames.find((each) => each === query.get('parte'));
  if (!name) throw new Response(null, { status: 404 });
  return name;
}

/** A list that is read at once. */
const whole = { after: null };

const files: Record<ListName, ListFile> = {
  buscas: {
    head: ['Busca', 'Sem resultado para', 'Vezes', 'Última vez'],
    async read(app, admin) {
      const misses = await listMisses(app.db, admin);
      const rows = misses.map(({ term, lacking, searches, lastAt }) => [
        term,
        lacking?.join(', ') ?? term,
        searches,
        formatDateTime(lastAt),
      ]);
      return { rows, page: whole };
    },
  },
  importacoes: {
    head: ['Começou em', 'Pasta', 'Pacote', 'Situação', 'Importados', 'Sem mudanças', 'Com falha', 'Motivo'],
    async read(app, admin, _query, place) {
      const { imports, page } = await listImports(app.db, admin, place);
      const rows = imports.map(({ files: { done, unchanged, failed }, ...each }) => [
        formatDateTime(each.createdAt),
        each.folderName ?? '',
        each.packageTitle ?? '',
        importStates[each.status].label,
        done,
        unchanged,
        failed,
        each.reason ?? '',
      ]);
      return { rows, page };
    },
  },
  pacotes: {
    head: ['Título', 'Categoria', 'Situação', 'Destaque', 'Faixas', 'Bytes', 'Ordem', 'Tags', 'Código'],
    async read(app, admin, query, place) {
      const filter = { ...listSchema.parse(Object.fromEntries(query)), ...place };
      const { packages, page } = await listPackages(app.db, admin, filter, app.clock.now());
      const rows = packages.map((each) => [
        each.title,
        each.categoryName,
        each.deletedAt ? 'Excluído' : each.isDraft ? 'Rascunho' : each.isActive ? 'Ativo' : 'Inativo',
        each.isFeatured ? 'Sim' : 'Não',
        each.trackCount,
        each.totalSize ?? '',
        each.orderIndex,
        each.tags.join(', '),
        each.id,
      ]);
      return { rows, page };
    },
  },
  receita: {
    head: revenueHead,
    async read(app, admin) {
      const { months } = await getRevenue(app.db, admin, app.clock.now());
      return { rows: revenueRows(months), page: whole };
    },
  },

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
  historico: {
    head: ['Quando', 'O quê', 'Detalhe', 'Situação'],
    name: historyOf,
    async read(app, admin, query, place) {
      const of = { userId: query.get('conta') ?? '', name: historyOf(query) };
      const { lines, page } = await listHistoryOf(app.db, admin, of, place, app.clock.now());
      const rows = lines.map(({ at, text, detail, state }) => [
        formatDateTime(at),
        text,
        detail,
        state?.text ?? '',
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
  const [, name, type] = /\/(\w+)\.(\w+)$/.exec(url.pathname) ?? [];
  const list = listNames.find((each) => each === name);
  const fileType = tableTypes.find((each) => each === type);
  if (!list || !fileType) throw new Response(null, { status: 404 });
  const file = files[list];
  const rows = async function* () {
    const parts = readWhole((place) => file.read(app, admin, url.searchParams, place));
    for await (const part of parts) yield part.rows;
  };
  const day = formatDate(app.clock.now()).split('/').reverse().join('-');
  const title = file.name?.(url.searchParams) ?? list;
  return tableFile(`${title}-${day}`, fileType, file.head, rows());
}
