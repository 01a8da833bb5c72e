import { isAdmin, roleNames } from '#features/accounts/roles.ts';
import { planLabel } from '#features/plans/plans.ts';
import type { ListedUser } from '#features/subscriptions/user-queries.server.ts';
import { formatDate, formatMoney } from '#platform/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Td, Tr } from '#ui/table.tsx';
import { AccountLink } from './account-link.tsx';
import { UserActions } from './user-actions.tsx';

export function UserRow({ user, isSelf }: { user: ListedUser; isSelf: boolean }) {
  const active = !['Inativo', 'Sem assinatura'].includes(user.subscriptionLabel);
  return (
    <Tr>
      <Td className="max-lg:-order-1 max-lg:min-w-0 max-lg:basis-0! max-lg:grow">
        <span className="flex items-center gap-3 font-medium">
          <Avatar name={user.displayName} size="sm" />
          <AccountLink userId={user.userId}>{user.displayName || 'Usuário'}</AccountLink>
        </span>
      </Td>
      <Td className="max-w-64 truncate max-lg:basis-full" title={user.email}>
        {user.email}
      </Td>
      <Td className={isAdmin(user) ? '' : 'max-lg:hidden'}>
        <Badge tone={isAdmin(user) ? 'accent' : 'neutral'}>{roleNames[user.role]}</Badge>
      </Td>
      <Td>
        <Badge tone={active ? 'success' : 'neutral'}>{user.subscriptionLabel}</Badge>
        <PaymentLine user={user} />
      </Td>
      <Td className="tabular-nums">{formatDate(user.createdAt)}</Td>
      <Td className="max-lg:-order-1 lg:max-xl:sticky lg:max-xl:right-0 lg:max-xl:bg-surface">
        <span className="flex items-center justify-end gap-1">
          <UserActions user={user} isSelf={isSelf} />
        </span>
      </Td>
    </Tr>
  );
}

/** The last payment under the plan, or that there are two subscriptions. */
function PaymentLine({ user: { lastPayment, duplicate } }: { user: ListedUser }) {
  if (duplicate) {
    return (
      <span className="mt-1 block text-xs whitespace-nowrap text-danger">
        Paga também o plano {planLabel(duplicate.planType)}
      </span>
    );
  }
  if (!lastPayment) return null;
  const { amountCents, paidAt, isRefunded, refundedAt } = lastPayment;
  return (
    <span className="mt-1 block text-xs whitespace-nowrap text-muted tabular-nums">
      {formatMoney(amountCents)}{' '}
      {isRefunded && refundedAt ? `reembolsados em ${formatDate(refundedAt)}` : `em ${formatDate(paidAt)}`}
    </span>
  );
}
