import { eq, type SQL, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { type MailState, mailRecords, signIns } from '#db/schema/accounts.ts';
import { creditEntries } from '#db/schema/credits.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { auditEntries } from '#db/schema/site.ts';
import { type PaymentStatus, payments, providerSubscriptions } from '#db/schema/subscriptions.ts';
import type { Admin } from '#features/accounts/model.ts';
import { deviceOf } from '#features/accounts/sessions/device.ts';
import { readChange } from '#features/audit/facts.ts';
import { actionName } from '#features/audit/model.ts';
import { listDownloads } from '#features/downloads/history-queries.server.ts';
import { downloadWays } from '#features/downloads/model.ts';
import { planLabel } from '#features/plans/plans.ts';
import { statusFacts } from '#features/recordings/model.ts';
import { formatCount, formatDate, formatMoney } from '#platform/format.ts';
import type { ListPage, Place } from '#platform/list.ts';
import type { BadgeTone } from '#ui/badge.tsx';
import type { HistoryName } from './histories.ts';

/** One event of an account, in words. */
export interface HistoryLine {
  id: string;
  /** ISO. */
  at: string;
  text: string;
  detail: string;
  state: { text: string; tone: BadgeTone } | null;
  /** Where more of it stands; null: nowhere. */
  to: string | null;
}

interface History {
  lines: HistoryLine[];
  page: ListPage;
}

type Read = (db: Database, admin: Admin, userId: string, place: Place, now: Date) => Promise<History>;

/** A page of one history of an account, newest first. */
export const listHistoryOf = (
  db: Database,
  admin: Admin,
  { userId, name }: { userId: string; name: HistoryName },
  place: Place,
  now: Date,
): Promise<History> => histories[name](db, admin, userId, place, now);

const told = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ');

/** A history that is one list: its ids are read by key, then its rows. */
const fromList =
  (
    listOf: (userId: string) => Omit<List, 'descending' | 'size'>,
    read: (db: Database, ids: string[], order: SQL, now: Date) => Promise<HistoryLine[]>,
  ): Read =>
  async (db, _admin, userId, place, now) => {
    const list = { ...listOf(userId), descending: true, size: 50 };
    const { ids, page } = await readList(db, list, place);
    return { lines: await read(db, ids, orderOf(list), now), page };
  };

const logins = fromList(
  (userId) => ({
    from: sql`${signIns}`,
    where: eq(signIns.userId, userId),
    id: signIns.id,
    order: [signIns.createdAt, signIns.id],
  }),
  async (db, ids, order) => {
    const rows = await db.select().from(signIns).where(among(signIns.id, ids)).orderBy(order);
    return rows.map(({ id, createdAt, userAgent }) => ({
      id,
      at: createdAt.toISOString(),
      text: deviceOf(userAgent).name,
      detail: '',
      state: null,
      to: null,
    }));
  },
);

/** Hours after which a delayed mail is no longer tried. */
const givenUpHours = 24;

const mailStates: Record<MailState, HistoryLine['state']> = {
  sent: { text: 'Aceito', tone: 'success' },
  delayed: { text: 'Adiado', tone: 'accent' },
  refused: { text: 'Recusado', tone: 'danger' },
};

const emails = fromList(
  (userId) => ({
    from: sql`${mailRecords}`,
    where: eq(mailRecords.userId, userId),
    id: mailRecords.id,
    order: [mailRecords.createdAt, mailRecords.id],
  }),
  async (db, ids, order, now) => {
    const rows = await db.select().from(mailRecords).where(among(mailRecords.id, ids)).orderBy(order);
    return rows.map(({ id, createdAt, triedAt, subject, state, answer, tries }) => {
      const isGivenUp = state === 'delayed' && now.getTime() - triedAt.getTime() > givenUpHours * 3_600_000;
      return {
        id,
        at: createdAt.toISOString(),
        text: subject,
        detail: told(tries > 1 && `${formatCount(tries)} tentativas`, answer),
        state: isGivenUp ? { text: 'Não chegou', tone: 'danger' } : mailStates[state],
        to: null,
      };
    });
  },
);

/** What the provider ran, and what administrators changed, as one list. */
const plano = fromList(
  (userId) => ({
    from: sql`(
      select id, created_at from ${auditEntries} where entity = 'user' and entity_id = ${userId}
      union all
      select id, created_at from ${providerSubscriptions} where user_id = ${userId}
    ) changes`,
    id: sql`changes.id`,
    order: [sql`changes.created_at`, sql`changes.id`],
  }),
  async (db, ids) => {
    const [changes, runs] = await Promise.all([
      db.select().from(auditEntries).where(among(auditEntries.id, ids)),
      db.select().from(providerSubscriptions).where(among(providerSubscriptions.id, ids)),
    ]);
    const lines = [...changes.map(changeLine), ...runs.map(runLine)];
    return ids.flatMap((id) => lines.find((line) => line.id === id) ?? []);
  },
);

function changeLine(row: typeof auditEntries.$inferSelect): HistoryLine {
  const { before, after } = readChange(row.before, row.after, { names: {}, words: {} });
  const say = (facts: typeof before) => facts.map(({ label, text }) => `${label}: ${text}`).join(', ');
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    text: actionName(row.action),
    detail: told(say(after), before.length > 0 && `antes: ${say(before)}`, `por ${row.actorEmail}`),
    state: null,
    to: null,
  };
}

function runLine(row: typeof providerSubscriptions.$inferSelect): HistoryLine {
  const { startedAt, endedAt, planType } = row;
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    text: planType ? `Assinatura ${planLabel(planType)}` : 'Assinatura de outro preço',
    detail: told(
      startedAt ? `paga desde ${formatDate(startedAt)}` : 'nunca paga',
      endedAt && `terminou em ${formatDate(endedAt)}`,
      row.id,
    ),
    state: endedAt
      ? { text: 'Terminada', tone: 'neutral' }
      : { text: startedAt ? 'Em vigor' : 'Aguarda pagamento', tone: startedAt ? 'success' : 'accent' },
    to: null,
  };
}

const paymentStates: Record<PaymentStatus, NonNullable<HistoryLine['state']>> = {
  paid: { text: 'Pago', tone: 'success' },
  failed: { text: 'Recusado', tone: 'danger' },
  pending: { text: 'Pendente', tone: 'accent' },
  refunded: { text: 'Reembolsado', tone: 'neutral' },
  disputed: { text: 'Contestado', tone: 'danger' },
};

const pagamentos = fromList(
  (userId) => ({
    from: sql`${payments}`,
    where: eq(payments.userId, userId),
    id: payments.id,
    order: [payments.createdAt, payments.id],
  }),
  async (db, ids, order) => {
    const rows = await db.select().from(payments).where(among(payments.id, ids)).orderBy(order);
    return rows.map((row) => ({
      id: row.id,
      at: row.createdAt.toISOString(),
      text: `${formatMoney(row.amountCents)}, ${row.planType ? planLabel(row.planType) : 'outro preço'}`,
      detail: told(
        row.periodStart && row.periodEnd && `${formatDate(row.periodStart)} a ${formatDate(row.periodEnd)}`,
        row.refundedCents > 0 && `${formatMoney(row.refundedCents)} reembolsados`,
        row.id,
      ),
      state: paymentStates[row.status],
      to: null,
    }));
  },
);

/** What moved credits, by the ledger's kind; an unknown one is shown as stored. */
const movements: Record<string, string> = {
  monthly: 'Créditos do mês',
  grant: 'Concedidos por um administrador',
  request: 'Gravação pedida',
  refund: 'Devolvidos',
};

const creditos = fromList(
  (userId) => ({
    from: sql`${creditEntries}`,
    where: eq(creditEntries.userId, userId),
    id: creditEntries.id,
    order: [creditEntries.createdAt, creditEntries.id],
  }),
  async (db, ids, order) => {
    const rows = await db.select().from(creditEntries).where(among(creditEntries.id, ids)).orderBy(order);
    return rows.map(({ id, createdAt, kind, reason, amount }) => ({
      id,
      at: createdAt.toISOString(),
      text: movements[kind] ?? kind,
      detail: reason ?? '',
      state: {
        text: amount > 0 ? `+${formatCount(amount)}` : `−${formatCount(-amount)}`,
        tone: amount > 0 ? 'success' : 'neutral',
      },
      to: null,
    }));
  },
);

const pedidos = fromList(
  (userId) => ({
    from: sql`${recordingRequests}`,
    where: eq(recordingRequests.userId, userId),
    id: recordingRequests.id,
    order: [recordingRequests.createdAt, recordingRequests.id],
  }),
  async (db, ids, order) => {
    const rows = await db
      .select()
      .from(recordingRequests)
      .where(among(recordingRequests.id, ids))
      .orderBy(order);
    return rows.map((row) => {
      const { label, tone } = statusFacts(row.status);
      return {
        id: row.id,
        at: row.createdAt.toISOString(),
        text: row.radioName,
        detail: told(row.packageTitle, `${formatCount(row.creditsUsed)} créditos`, row.deliveredName),
        state: { text: label, tone },
        to: '/admin/recording-requests',
      };
    });
  },
);

const downloads: Read = async (db, admin, userId, place) => {
  const { lines, page } = await listDownloads(db, admin, { userId }, place);
  return {
    page,
    lines: lines.map(({ id, createdAt, trackName, packageTitle, kind, licenceId }) => ({
      id,
      at: createdAt,
      text: trackName,
      detail: told(packageTitle, downloadWays[kind]),
      state: null,
      to: licenceId && `/certificado/${licenceId}`,
    })),
  };
};

const histories: Record<HistoryName, Read> = {
  logins,
  emails,
  plano,
  pagamentos,
  creditos,
  pedidos,
  downloads,
};
