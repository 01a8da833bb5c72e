import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { paymentCustomers, subscriptions } from '#db/schema/subscriptions.ts';
import type { Admin } from '#features/accounts/model.ts';
import { adminRole, type Role, toRole } from '#features/accounts/roles.ts';
import { planTypes } from '#features/plans/plans.ts';
import { subscriptionDisplay } from './display.ts';
import type { Subscription } from './model.ts';
import { type Duplicate, isGuaranteed, type LastPayment } from './refund.ts';
import { listCharged, listDuplicates, listLastPayments } from './refundable-queries.server.ts';
import { toSubscription } from './subscription-queries.server.ts';

const usersPerPage = 50;

export const userFilterSchema = z.object({
  q: z.string().trim().max(200).catch(''),
  plano: z
    .enum([...planTypes, 'none'])
    .nullable()
    .catch(null),
  pagina: z.coerce.number().int().min(1).max(100_000).catch(1),
});
export type UserFilter = z.infer<typeof userFilterSchema>;

export interface ListedUser {
  userId: string;
  email: string;
  displayName: string;
  role: Role;
  createdAt: string;
  subscription: Subscription | null;
  /** Plan name, `Inativo` or `Sem assinatura` (USR-03). */
  subscriptionLabel: string;
  /** Whether there is something to revoke; never for administrators (USR-06). */
  canRevoke: boolean;
  isCustomer: boolean;
  /** The refundable payment; null: none ever arrived. */
  lastPayment: LastPayment | null;
  /** Whether the seven-day guarantee covers it. */
  isGuaranteed: boolean;
  /** A second paid subscription; null: none. */
  duplicate: Duplicate | null;
  /** The plan that the provider charges, even beside a granted one; null: none. */
  charged: string | null;
}

/** All users, newest first, by page, in five queries (USR-08). */
export async function listUsers(
  db: Database,
  _admin: Admin,
  filter: UserFilter,
  now: Date,
): Promise<{ users: ListedUser[]; total: number; pages: number }> {
  const where = and(matches(filter.q), ofPlan(filter.plano));
  const rows = await db
    .select({
      user: users,
      role: profiles.role,
      displayName: profiles.displayName,
      subscription: subscriptions,
      customerId: paymentCustomers.customerId,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoin(paymentCustomers, eq(paymentCustomers.userId, users.id))
    .where(where)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(usersPerPage)
    .offset((filter.pagina - 1) * usersPerPage);
  const [all] = await db
    .select({ n: count() })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(where);
  const total = all?.n ?? 0;
  const ids = rows.map(({ user }) => user.id);
  const [lastPayments, duplicates, charged] = await Promise.all([
    listLastPayments(db, ids),
    listDuplicates(db, ids),
    listCharged(db, ids),
  ]);
  const toUser = (row: Row): ListedUser => ({
    ...toListed(row, lastPayments.get(row.user.id) ?? null, now),
    duplicate: duplicates.get(row.user.id) ?? null,
    charged: charged.get(row.user.id) ?? null,
  });
  return {
    users: rows.map(toUser),
    total,
    pages: Math.max(1, Math.ceil(total / usersPerPage)),
  };
}

interface Row {
  user: typeof users.$inferSelect;
  role: string | null;
  displayName: string | null;
  subscription: typeof subscriptions.$inferSelect | null;
  customerId: string | null;
}

function toListed(
  { user, role: stored, displayName, subscription: row, customerId }: Row,
  lastPayment: LastPayment | null,
  now: Date,
): Omit<ListedUser, 'duplicate' | 'charged'> {
  const role = toRole(stored);
  const subscription = row && toSubscription(row);
  return {
    userId: user.id,
    email: user.email,
    displayName: displayName ?? '',
    role,
    createdAt: user.createdAt.toISOString(),
    subscription,
    subscriptionLabel: subscriptionDisplay(subscription, role, now).listLabel,
    canRevoke: role !== adminRole && subscription?.status === 'active',
    isCustomer: customerId !== null,
    lastPayment,
    isGuaranteed: lastPayment !== null && isGuaranteed(lastPayment.paidAt, now),
  };
}

/** Every word matches name or e-mail, ignoring accents. */
function matches(q: string): SQL | undefined {
  const words = q.split(/\s+/).filter(Boolean);
  const parts = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    // One set per index: an `or` across two tables would read both whole.
    return sql`${users.id} in (select id from users where email ilike ${pattern}
      union select user_id from profiles where fold(display_name) like fold(${pattern}))`;
  });
  return and(...parts);
}

function ofPlan(plan: UserFilter['plano']): SQL | undefined {
  if (!plan) return undefined;
  return plan === 'none' ? isNull(subscriptions.id) : eq(subscriptions.planType, plan);
}
