import Laptop from 'lucide-react/icons/laptop';
import Smartphone from 'lucide-react/icons/smartphone';
import type { ReactNode } from 'react';
import type { Lock } from '#features/accounts/limits/limits.ts';
import { mostSignIns, recordsDays } from '#features/accounts/records.ts';
import type { findAccount } from '#features/support/account-queries.server.ts';
import { formatClock, formatCount, formatDateTime } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Fact } from '#ui/fact.tsx';
import { HistoryExport } from './export-link.tsx';
import { HelpButton } from './help-button.tsx';

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>> & { isSelf: boolean };

const lockNames: Record<Lock['of'], string> = {
  password: 'senhas erradas',
  code: 'códigos errados',
  links: 'links por e-mail',
};

const inWords = ({ hasApp, passkeys }: Account['secondStep']): string => {
  const keys = passkeys === 1 ? '1 chave de acesso' : `${passkeys} chaves de acesso`;
  const parts = [...(hasApp ? ['aplicativo'] : []), ...(passkeys > 0 ? [keys] : [])];
  return parts.join(' e ') || 'desativada';
};

/** How the account is entered: its state, its sessions, its last sign-ins. */
export function UserAccess(account: Account) {
  const { isConfirmed, locks, secondStep, lastSignIn } = account;
  return (
    <section aria-labelledby="acesso" className="grid gap-4">
      <h2 id="acesso" className="text-xl">
        Acesso
      </h2>
      <Card className="p-5 sm:p-6">
        <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2 lg:grid-cols-4">
          <Fact term="E-mail">{isConfirmed ? 'confirmado' : 'não confirmado'}</Fact>
          <Fact term="Verificação em duas etapas">{inWords(secondStep)}</Fact>
          <Fact term="Último login">{lastSignIn ? formatDateTime(lastSignIn) : 'nunca'}</Fact>
          <Fact term="Bloqueios">
            {locks.map(({ of, until }) => `${lockNames[of]}, até ${formatClock(until)}`).join('; ') ||
              'nenhum'}
          </Fact>
        </dl>
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Sessions {...account} />
        <SignIns {...account} />
      </div>
    </section>
  );
}

function Sessions({ user: { userId }, sessions, isSelf }: Account) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <Card className="grid gap-3 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">Aparelhos conectados</h3>
        {others.length > 1 ? (
          <HelpButton
            intent="end-sessions"
            userId={userId}
            asks={{
              title: isSelf ? 'Encerrar todas as outras sessões?' : 'Encerrar todas as sessões?',
              text: isSelf
                ? 'Só este aparelho, em que você está agora, continua conectado.'
                : 'Quem usa a conta terá de entrar de novo em todos os aparelhos.',
            }}
          >
            {isSelf ? 'Encerrar as outras' : 'Encerrar todas'}
          </HelpButton>
        ) : null}
      </div>
      <Rows empty="Nenhum aparelho conectado.">
        {sessions.map(({ id, name, isPhone, seen, isCurrent }) => (
          <DeviceRow
            key={id}
            name={name}
            isPhone={isPhone}
            text={isCurrent ? 'Em uso agora' : `Usado ${seen}`}
          >
            {isCurrent ? <Badge tone="success">Este aparelho</Badge> : null}
            <HelpButton
              intent="end-session"
              userId={userId}
              id={id}
              label={`Encerrar ${name}, ${isCurrent ? 'em uso agora' : `usado ${seen}`}`}
              {...(isCurrent && { asks: ownSession })}
            >
              Encerrar
            </HelpButton>
          </DeviceRow>
        ))}
      </Rows>
    </Card>
  );
}

const ownSession = {
  title: 'Encerrar a sua própria sessão?',
  text: 'É a que você está usando: você sai agora e terá de entrar de novo.',
};

function SignIns({ user: { userId }, signIns }: Pick<Account, 'user' | 'signIns'>) {
  return (
    <Card className="grid gap-3 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="font-semibold">Últimos logins</h3>
          <p className="text-sm text-muted">
            Os {mostSignIns} mais recentes dos últimos {recordsDays} dias.
          </p>
        </div>
        {signIns.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            <HistoryExport userId={userId} name="logins" />
          </div>
        ) : null}
      </div>
      <Rows empty="Nenhum login registrado.">
        {signIns.map(({ id, name, isPhone, at }) => (
          <DeviceRow key={id} name={name} isPhone={isPhone} text={formatDateTime(at)} />
        ))}
      </Rows>
    </Card>
  );
}

/** Rows that are shown at once; the others unfold. */
const firstRows = 5;

function Rows({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-sm text-muted">{empty}</p>;
  const others = children.slice(firstRows);
  return (
    <>
      <ul className="divide-y divide-line">{children.slice(0, firstRows)}</ul>
      {others.length > 0 ? (
        <details className="border-t border-line pt-2">
          <summary className="inline-flex min-h-9 items-center rounded-sm text-sm font-medium text-muted hover:text-fg touch:min-h-11">
            Mais {formatCount(others.length)}
          </summary>
          <ul className="divide-y divide-line">{others}</ul>
        </details>
      ) : null}
    </>
  );
}

interface DeviceRowProps {
  name: string;
  isPhone: boolean;
  text: string;
  children?: ReactNode;
}

function DeviceRow({ name, isPhone, text, children }: DeviceRowProps) {
  const Icon = isPhone ? Smartphone : Laptop;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted tabular-nums">{text}</p>
      </div>
      {children}
    </li>
  );
}
