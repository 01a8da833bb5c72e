import { eq } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { notify } from '#features/notifications/commands.server.ts';
import { formatDate, formatMoney } from '#platform/format.ts';
import { type CustomerState, type PlanType, planLabel } from '../../model.ts';
import type { PaymentChange } from '../books/commands.server.ts';
import { type CurrentSubscription, duplicatesOf, type Settled } from '../settlement.ts';

/** A settlement, as far as administrators hear of it. */
interface News {
  userId: string;
  before: Pick<CurrentSubscription, 'lastPaymentAt'> | null;
  /** Null: the row stays as it is. */
  settled: Settled | null;
  state: CustomerState;
  changes: PaymentChange[];
  planOf: (priceId: string) => PlanType | null;
}

/**
 * A new payment, a double one, a renewal that failed or a charge that is contested, for the administrators' bell
 * (A-65). Each is told once.
 */
export async function tellAdministrators(tx: Executor, news: News): Promise<void> {
  await tellOfDisputes(tx, news);
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
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, news.userId));
  const ids = [settled.providerSubscriptionId, ...duplicates.map((each) => each.id)];
  await notify(tx, {
    type: 'payment',
    title: 'Cliente com mais de uma assinatura',
    body: `${user?.email} tem ${ids.length} assinaturas em vigor e paga em dobro. Reembolse a duplicada em Usuários.`,
    link: `/admin/manage-users?q=${encodeURIComponent(user?.email ?? '')}`,
    // With the person, whose account may go after another e-mail came.
    dedupeKey: `payment-double:${news.userId}:${ids.toSorted().join(':')}`,
  });
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
