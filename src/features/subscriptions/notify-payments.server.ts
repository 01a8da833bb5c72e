import { eq } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { notify } from '#features/notifications/notify.server.ts';
import { type PlanType, planLabel } from '#features/plans/plans.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { formatDate, formatMoney } from '#platform/format.ts';
import { type PaymentError, providerFaults } from './faults.ts';
import type { CustomerState, PaymentChange } from './model.ts';
import { type CurrentSubscription, duplicatesOf, isLive, isMissedFirst, type Settled } from './settlement.ts';

/** The parts of a settlement that concern administrators. */
interface News {
  userId: string;
  before: Pick<CurrentSubscription, 'lastPaymentAt'> | null;
  /** Whether a manual plan is in force, beside which nothing should be charged. */
  isGiven: boolean;
  /** Null: the row is unchanged. */
  settled: Settled | null;
  state: CustomerState;
  changes: PaymentChange[];
  planOf: (priceId: string) => PlanType | null;
  now: Date;
}

/** Notices about a new payment, a double one, a missed first one, a failed renewal or a dispute. Each once. */
export async function tellAdministrators(tx: Executor, news: News): Promise<void> {
  await tellOfDisputes(tx, news);
  await tellOfMissed(tx, news);
  await tellOfGiven(tx, news);
  const { before, settled, state } = news;
  if (!settled) return;
  const id = settled.providerSubscriptionId;
  const plan = planLabel(settled.planType);
  const paidAt = settled.lastPaymentAt;
  if (paidAt && paidAt.getTime() !== before?.lastPaymentAt?.getTime()) {
    await notify(tx, {
      type: 'payment',
      title: 'Novo pagamento',
      body: `Plano ${plan}, pago em ${formatDate(paidAt)}.`,
      link: '/admin/receita',
      dedupeKey: `payment:${id}:${paidAt.toISOString()}`,
    });
  }
  const failed = state.subscriptions.find((each) => each.id === id && each.status === 'past_due');
  if (failed) {
    await notify(tx, {
      type: 'payment-failed',
      title: 'Pagamento recusado',
      body: `A renovação do plano ${plan} não foi paga. O acesso vale até ${formatDate(failed.currentPeriodEnd)}.`,
      link: '/admin/receita',
      dedupeKey: `payment-failed:${id}:${failed.currentPeriodEnd.toISOString()}`,
    });
  }
  await tellOfDuplicates(tx, news, settled);
}

async function tellOfDuplicates(tx: Executor, news: News, settled: Settled): Promise<void> {
  const duplicates = duplicatesOf(news.state, settled, news.planOf);
  if (duplicates.length === 0) return;
  const email = await emailOf(tx, news.userId);
  const ids = [settled.providerSubscriptionId, ...duplicates.map((each) => each.id)];
  await notify(tx, {
    type: 'payment',
    title: 'Cliente com mais de uma assinatura',
    body: `${email} tem ${ids.length} assinaturas em vigor e paga em dobro. Reembolse a duplicada em Usuários.`,
    link: usersPage(email),
    // Includes the person, so that the notice is found when the account is deleted, even after a change of e-mail.
    dedupeKey: `payment-double:${news.userId}:${ids.toSorted().join(':')}`,
  });
}

/** A checkout page that was open when a plan was granted may be paid a moment later. */
async function tellOfGiven(tx: Executor, { isGiven, userId, state, planOf }: News): Promise<void> {
  const paid = state.subscriptions.filter((each) => isGiven && isLive(each) && planOf(each.priceId) !== null);
  for (const { id } of paid) {
    const email = await emailOf(tx, userId);
    await notify(tx, {
      type: 'payment',
      title: 'Cliente com plano concedido também paga',
      body: `${email} tem um plano concedido e começou a pagar uma assinatura. Reembolse e encerre em Usuários.`,
      link: usersPage(email),
      dedupeKey: `payment-given:${userId}:${id}`,
    });
  }
}

const usersPage = (email: string) => `/admin/manage-users?q=${encodeURIComponent(email)}`;

async function emailOf(tx: Executor, userId: string): Promise<string> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? '';
}

async function tellOfMissed(tx: Executor, { changes, now }: News): Promise<void> {
  for (const change of changes) {
    if (!isMissedFirst(change, now)) continue;
    const { payment, planType } = change;
    await notify(tx, {
      type: 'payment-failed',
      title: 'Primeiro pagamento não chegou',
      body: `O boleto ou Pix de ${formatMoney(payment.amountCents)} do plano ${planLabel(planType)} não foi pago, e a assinatura não começou.`,
      link: '/admin/receita',
      dedupeKey: `payment-missed:${payment.id}`,
    });
  }
}

async function tellOfDisputes(tx: Executor, { changes, planOf }: News): Promise<void> {
  for (const { payment } of changes) {
    if (payment.status !== 'disputed') continue;
    const plan = planLabel(payment.priceId && planOf(payment.priceId));
    await notify(tx, {
      type: 'payment-failed',
      title: 'Pagamento contestado',
      body: `O titular do cartão contestou ${formatMoney(payment.amountCents)} do plano ${plan}. Há prazo para responder no painel do provedor.`,
      link: '/admin/receita',
      dedupeKey: `payment-disputed:${payment.id}`,
    });
  }
}

/** A rejected key or an unknown price, which only the operator can fix: one notice per day and fault. */
export async function tellOfFault(
  { db, bus, clock }: { db: Database; bus: Pick<Bus, 'publish'>; clock: Clock },
  { fault, message }: PaymentError,
): Promise<void> {
  const { bell } = providerFaults[fault];
  if (!bell) return;
  await notify(db, {
    type: 'payment-failed',
    title: bell,
    body:
      fault === 'key'
        ? 'Ninguém consegue assinar. Confira STRIPE_SECRET_KEY e o que ela pode fazer.'
        : message.slice(0, 300),
    link: '/admin',
    dedupeKey: `provider-${fault}:${formatDate(clock.now())}`,
  });
  await bus.publish('notifications');
}
