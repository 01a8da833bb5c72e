import KeyRound from 'lucide-react/icons/key-round';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import Smartphone from 'lucide-react/icons/smartphone';
import { type ComponentType, type ReactNode, type SVGProps, useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { SecondStep } from '../second-step/model.ts';
import { Notice } from './notice.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SetUpDialog, type Way } from './set-up-dialog.tsx';

interface SecondStepSectionProps extends SecondStep {
  isRequired: boolean;
  /** Whether browsers support passkeys at this site's address. */
  takesPasskeys: boolean;
}

export function SecondStepSection({ isRequired, takesPasskeys, hasApp, passkeys }: SecondStepSectionProps) {
  const [way, setWay] = useState<Way | null>(null);
  const isOn = hasApp || passkeys.length > 0;
  return (
    <div className="grid gap-4">
      {isRequired ? (
        <Notice tone="danger">
          Este site pede a verificação em duas etapas a quem o administra. Ative-a aqui para voltar ao painel.
        </Notice>
      ) : null}
      <p className="text-sm text-muted">
        {isOn
          ? 'Depois da senha, pedimos um código ou a chave de acesso: só com a senha ninguém entra.'
          : 'Com ela, só a senha não basta: pedimos também um código do seu celular ou uma chave de acesso.'}
      </p>
      {isOn ? (
        <ul aria-label="Formas de confirmar" className="grid gap-2">
          {hasApp ? <App /> : null}
          {passkeys.map((key) => (
            <OwnPasskey key={key.id} passkey={key} />
          ))}
          <Codes />
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {hasApp ? null : (
          <Button size="sm" variant={isOn ? 'secondary' : 'primary'} onClick={() => setWay('app')}>
            <Smartphone aria-hidden="true" />
            Usar aplicativo de códigos
          </Button>
        )}
        {takesPasskeys ? (
          <Button size="sm" onClick={() => setWay('key')}>
            <KeyRound aria-hidden="true" />
            Criar chave de acesso
          </Button>
        ) : (
          <p className="text-sm text-muted">
            Chaves de acesso só funcionam quando o site é aberto por um nome, com https.
          </p>
        )}
      </div>
      <SetUpDialog way={way} asksCode={isOn} onClose={() => setWay(null)} />
    </div>
  );
}

function App() {
  return (
    <Row icon={Smartphone} name="Aplicativo de códigos" facts={<Badge tone="success">Ativo</Badge>}>
      <PasswordDialog
        trigger={
          <Button size="sm" aria-label="Desativar o aplicativo de códigos">
            Desativar
          </Button>
        }
        title="Desativar aplicativo"
        action="Desativar"
        variant="danger"
        intent="app-remove"
      >
        Os códigos do aplicativo deixam de valer. Sem outra forma de confirmação, só a senha volta a ser
        pedida.
      </PasswordDialog>
    </Row>
  );
}

function Codes() {
  return (
    <Row icon={LifeBuoy} name="Códigos de recuperação" facts="Para quando o aparelho não estiver à mão.">
      <PasswordDialog
        trigger={
          <Button size="sm" aria-label="Gerar novos códigos de recuperação">
            Gerar novos
          </Button>
        }
        title="Novos códigos de recuperação"
        action="Gerar novos"
        intent="codes-renew"
      >
        Os códigos que você guardou antes deixam de valer.
      </PasswordDialog>
    </Row>
  );
}

interface RowProps {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  name: string;
  facts: ReactNode;
  children: ReactNode;
}

function Row({ icon: Icon, name, facts, children }: RowProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-break-word">{name}</p>
        <div className="text-sm text-muted">{facts}</div>
      </div>
      {children}
    </li>
  );
}

function OwnPasskey({ passkey }: { passkey: SecondStepSectionProps['passkeys'][number] }) {
  return (
    <Row icon={KeyRound} name={passkey.name} facts={passkey.facts}>
      <PasswordDialog
        trigger={
          <Button size="sm" aria-label={`Remover a chave ${passkey.name}`}>
            Remover
          </Button>
        }
        title="Remover chave de acesso"
        action="Remover"
        variant="danger"
        intent="key-remove"
        id={passkey.id}
      >
        “{passkey.name}” não abrirá mais a sua conta.
      </PasswordDialog>
    </Row>
  );
}
