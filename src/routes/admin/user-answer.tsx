import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import type { ListedUser } from '#features/subscriptions/user-queries.server.ts';
import type { Cause, Mend } from '#features/support/causes.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { HelpButton } from './help-button.tsx';
import { GrantButton } from './user-actions.tsx';

const mends: Record<Mend, (user: ListedUser, isMain: boolean) => ReactNode> = {
  confirm: ({ userId }, isMain) => (
    <HelpButton isMain={isMain} intent="confirm" userId={userId}>
      Enviar confirmação de novo
    </HelpButton>
  ),
  unlock: ({ userId }, isMain) => (
    <HelpButton isMain={isMain} intent="unlock" userId={userId}>
      Desbloquear a conta
    </HelpButton>
  ),
  maintenance: (_, isMain) => (
    <ButtonLink to="/admin" {...(isMain ? { variant: 'primary' } : { size: 'sm' })}>
      Abrir o site
    </ButtonLink>
  ),
  plan: (user, isMain) => <GrantButton user={user} isMain={isMain} />,
};

/** The answer to 'por que não consigo entrar?', with what mends it; then what else there is. */
export function UserAnswer({ user, causes }: { user: ListedUser; causes: Cause[] }) {
  const [first, ...others] = causes;
  if (!first) return null;
  const isFine = first.name === 'fine';
  const Icon = isFine ? CircleCheck : CircleAlert;
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Icon
          className={cx('mt-0.5 size-6 shrink-0', isFine ? 'text-success' : 'text-accent')}
          aria-hidden="true"
        />
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-sm font-medium text-muted">Por que não consigo entrar?</h2>
          <p className="mt-1 text-lg font-semibold wrap-anywhere">{first.text}</p>
        </div>
        {first.mend ? mends[first.mend](user, true) : null}
      </div>
      {others.map(({ name, text, mend }) => (
        <div key={name} className="flex flex-wrap items-center gap-3 border-t border-line pt-4 sm:ml-10">
          <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere">
            <span className="text-muted">Também: </span>
            {text}
          </p>
          {mend ? mends[mend](user, false) : null}
        </div>
      ))}
    </Card>
  );
}
