import Ban from 'lucide-react/icons/ban';
import Coins from 'lucide-react/icons/coins';
import CopyX from 'lucide-react/icons/copy-x';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Gift from 'lucide-react/icons/gift';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Undo2 from 'lucide-react/icons/undo-2';
import UserCog from 'lucide-react/icons/user-cog';
import { type ComponentProps, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { adminRole, isAdmin, userRole } from '#features/accounts/roles.ts';
import { GrantCreditsFields } from '#features/credits/components/grant-fields.tsx';
import { seenOf } from '#features/subscriptions/access.ts';
import { AccessDialog, GrantFields } from '#features/subscriptions/components/access-dialogs.tsx';
import { DuplicateFacts, RefundFacts } from '#features/subscriptions/components/refund-facts.tsx';
import type { ListedUser } from '#features/subscriptions/user-queries.server.ts';
import type { Answer } from '#platform/answer.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '#ui/menu.tsx';

/** The subscription that a decision is based on. */
const seenBy = ({ subscription, subscriptionLabel }: ListedUser) => ({
  mark: seenOf(subscription),
  label: subscriptionLabel,
});

type Asked = 'grant' | 'credits' | 'refund' | 'refund-duplicate' | 'role' | 'revoke';

interface UserActionsProps {
  user: ListedUser;
  isSelf: boolean;
  /** Says what it is, where it stands alone. */
  withWords?: boolean;
}

/** Actions for one person, in a menu. */
export function UserActions({ user, isSelf, withWords = false }: UserActionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsked(null);
    menu.current?.focus();
  };
  return (
    <>
      <MoreActions {...{ user, isSelf, withWords, menu }} onAsk={setAsked} />
      {asked ? <AskedDialog asked={asked} user={user} onClose={close} /> : null}
    </>
  );
}

/** The same dialog of a grant, where that is what helps. */
export function GrantButton({ user, isMain }: { user: ListedUser; isMain: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsked(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        {...(isMain ? { variant: 'primary' } : { size: 'sm' })}
        onClick={() => setAsked(true)}
      >
        Conceder plano
      </Button>
      {isAsked ? <AskedDialog asked="grant" user={user} onClose={close} /> : null}
    </>
  );
}

interface MoreActionsProps extends Required<UserActionsProps> {
  menu: React.Ref<HTMLButtonElement>;
  onAsk: (what: Asked) => void;
}

function MoreActions({ user, isSelf, withWords, menu, onAsk }: MoreActionsProps) {
  const fetcher = useFetcher<Answer>();
  const synchronize = () => fetcher.submit({ intent: 'sync', userId: user.userId }, { method: 'post' });
  const busy = fetcher.state !== 'idle';
  const label = `Mais ações para ${user.displayName || user.email}`;
  return (
    <Menu>
      <MenuTrigger>
        {withWords ? (
          <Button ref={menu} aria-label={label} busy={busy}>
            {busy ? null : <Ellipsis aria-hidden="true" />}
            Mais ações
          </Button>
        ) : (
          <IconButton ref={menu} size="sm" label={label} busy={busy}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        )}
      </MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={() => onAsk('grant')}>
          <Gift aria-hidden="true" />
          Conceder plano
        </MenuItem>
        <MenuItem onSelect={() => onAsk('credits')}>
          <Coins aria-hidden="true" />
          Conceder créditos
        </MenuItem>
        {isSelf ? null : (
          <MenuItem onSelect={() => onAsk('role')}>
            <UserCog aria-hidden="true" />
            {isAdmin(user) ? 'Remover administrador' : 'Tornar administrador'}
          </MenuItem>
        )}
        {user.isCustomer ? (
          <PaymentItems user={user} onAsk={onAsk} onSynchronize={() => void synchronize()} />
        ) : null}
        {user.canRevoke ? (
          <>
            <MenuSeparator />
            <MenuItem tone="danger" onSelect={() => onAsk('revoke')}>
              <Ban aria-hidden="true" />
              Revogar acesso
            </MenuItem>
          </>
        ) : null}
      </MenuContent>
    </Menu>
  );
}

interface PaymentItemsProps extends Pick<MoreActionsProps, 'user' | 'onAsk'> {
  onSynchronize: () => void;
}

/** What can be done about somebody who pays. */
function PaymentItems({ user, onAsk, onSynchronize }: PaymentItemsProps) {
  return (
    <>
      <MenuSeparator />
      <MenuItem onSelect={onSynchronize}>
        <RefreshCw aria-hidden="true" />
        Sincronizar com o provedor
      </MenuItem>
      {user.duplicate ? (
        <MenuItem tone="danger" onSelect={() => onAsk('refund-duplicate')}>
          <CopyX aria-hidden="true" />
          Reembolsar a duplicada
        </MenuItem>
      ) : null}
      <MenuItem
        tone="danger"
        disabled={!user.lastPayment || user.lastPayment.isRefunded}
        onSelect={() => onAsk('refund')}
      >
        <Undo2 aria-hidden="true" />
        Reembolsar e encerrar
      </MenuItem>
    </>
  );
}

type DialogWords = Pick<
  ComponentProps<typeof AccessDialog>,
  'title' | 'description' | 'confirm' | 'danger' | 'seen' | 'children'
>;

const dialogs: Record<Asked, (user: ListedUser, name: string) => DialogWords> = {
  grant: (user, name) => ({
    seen: seenBy(user),
    title: 'Conceder plano',
    description: `O plano concedido a ${name} substitui o atual e não gera cobrança.`,
    confirm: 'Conceder',
    children: <GrantFields charged={user.charged} />,
  }),
  credits: (_, name) => ({
    title: 'Conceder créditos',
    description: `Os créditos de ${name} se somam aos do mês.`,
    confirm: 'Conceder',
    children: <GrantCreditsFields />,
  }),
  refund: ({ lastPayment, isGuaranteed }, name) => ({
    title: 'Reembolsar e encerrar',
    description: `${name} recebe o último pagamento de volta, e a assinatura termina agora.`,
    confirm: 'Reembolsar e encerrar',
    danger: true,
    children: lastPayment ? <RefundFacts payment={lastPayment} isGuaranteed={isGuaranteed} /> : null,
  }),
  'refund-duplicate': ({ duplicate, subscription }, name) => ({
    title: 'Reembolsar a duplicada',
    description: `${name} paga duas assinaturas. A que não é usada termina agora, e o último pagamento dela é devolvido.`,
    confirm: 'Reembolsar a duplicada',
    danger: true,
    children: duplicate ? <DuplicateFacts duplicate={duplicate} kept={subscription?.planType} /> : null,
  }),
  revoke: (user, name) => ({
    seen: seenBy(user),
    title: 'Revogar Acesso',
    description: `${name} perde o acesso agora, e a cobrança é encerrada.`,
    confirm: 'Revogar',
    danger: true,
  }),
  role: (user, name) =>
    isAdmin(user)
      ? {
          title: 'Remover administrador',
          description: `${name} deixa de ver as páginas de administração.`,
          confirm: 'Remover',
          danger: true,
          children: <input type="hidden" name="role" value={userRole} />,
        }
      : {
          title: 'Tornar administrador',
          description: `${name} poderá mudar todo o site.`,
          confirm: 'Promover',
          children: <input type="hidden" name="role" value={adminRole} />,
        },
};

interface AskedDialogProps {
  asked: Asked;
  user: ListedUser;
  onClose: () => void;
}

function AskedDialog({ asked, user, onClose }: AskedDialogProps) {
  const dialog = dialogs[asked](user, user.displayName || user.email);
  return <AccessDialog {...dialog} intent={asked} userId={user.userId} onClose={onClose} />;
}
