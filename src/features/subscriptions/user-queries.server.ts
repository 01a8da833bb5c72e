import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { paymentCustomers, subscriptions } from '#db/schema/subscriptions.ts';
import type { Admin } from '#features/accounts/model.ts';
import { adminRole, type Role, toRole } from '#features/accounts/roles.ts';
import { planTypes } from '#features/plans/plans.ts';
import { shownEmail } from '#platform/email.server.ts';
import { asciiDomain } from '#platform/email.ts';
import type { ListPage, Place } from '#platform/list.ts';
import { placeSchema } from '#platform/place.ts';
import { typedLine } from '#platform/typed-text.ts';
import { subscriptionDisplay } from './display.ts';
import type { Subscription } from './model.ts';
import { type Duplicate, isGuaranteed, type LastPayment } from './refund.ts';
import { listCharged, listDuplicates, listLastPayments } from './refundable-queries.server.ts';
import { toSubscription } from './subscription-queries.server.ts';

export const userFilterSchema = z.object({
  q: typedLine().max(200).catch(''),
  plano: z
    .enum([...planTypes, 'none'])
    .nullable()
    .catch(null),
  ...placeSchema.shape,
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

const usersOf = ({ q, plano }: UserFilter): List => ({
  from: plano
    ? sql`${users} left join ${subscriptions} on ${eq(subscriptions.userId, users.id)}`
    : sql`${users}`,
  where: and(matches(q), ofPlan(plano)),
  id: users.id,
  order: [users.createdAt, users.id],
  descending: true,
  size: 50,
  isEstimable: q === '',
});

/** All users, newest first, by page; the number of queries does not grow with the page (USR-08). */
export async function listUsers(
  db: Database,
  _admin: Admin,
  filter: UserFilter & Place,
  now: Date,
): Promise<{ users: ListedUser[]; page: ListPage }> {
  const list = usersOf(filter);
  const { ids, page } = await readList(db, list, filter);
  return { users: await describe(db, ids, orderOf(list), now), page };
}

/** One user as the list shows them; null: there is no such account. */
export async function findUser(
  db: Database,
  _admin: Admin,
  userId: string,
  now: Date,
): Promise<ListedUser | null> {
  const [user] = await describe(db, [userId], sql`1`, now);
  return user ?? null;
}

async function describe(db: Database, ids: string[], order: SQL, now: Date): Promise<ListedUser[]> {
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
    .where(among(users.id, ids))
    .orderBy(order);
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
  return rows.map(toUser);
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
    email: shownEmail(user.email),
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

/** Every word matches name or e-mail, ignoring accents; domains also in their ASCII form. */
function matches(q: string): SQL | undefined {
  const words = q.split(/\s+/).filter(Boolean);
  const has = (word: string) => sql`${users.searchFold} like fold(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`;
  const stored = (word: string) => {
    const [domain = '', ...local] = word.split('@').reverse();
    const ascii = /\P{ASCII}/u.test(domain) ? asciiDomain(domain) : null;
    return ascii === null ? [] : [has([...local.reverse(), ascii].join('@'))];
  };
  return and(...words.map((word) => or(has(word), ...stored(word))));
}

function ofPlan(plan: UserFilter['plano']): SQL | undefined {
  if (!plan) return undefined;
  return plan === 'none' ? isNull(subscriptions.id) : eq(subscriptions.planType, plan);
}
