import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input, PasswordInput } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import type { SetUpAnswer } from '../second-step/model.ts';
import { passkeyFailure } from '../second-step/words.ts';
import { deviceOf } from '../sessions/device.ts';
import { Notice } from './notice.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondStepCode } from './second-step-code.tsx';

export type Way = 'app' | 'key';

const titles: Record<Way, string> = { app: 'Aplicativo de códigos', key: 'Nova chave de acesso' };

interface SetUpProps {
  way: Way;
  /** Another way is set up already: its code is asked for. */
  asksCode: boolean;
  onClose: () => void;
}

export function SetUpDialog({ way, asksCode, onClose }: Omit<SetUpProps, 'way'> & { way: Way | null }) {
  return (
    <Dialog open={way !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {way ? <SetUp way={way} asksCode={asksCode} onClose={onClose} /> : null}
    </Dialog>
  );
}

function SetUp({ way, asksCode, onClose }: SetUpProps) {
  const { Form, submit, data: answer, state } = useFetcher<SetUpAnswer>();
  const [begun, setBegun] = useState<SetUpAnswer | null>(null);
  const [isOn, setIsOn] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [name, setName] = useState(() => deviceOf(navigator.userAgent).name);

  useAnswer(answer, (now) => {
    const { ok, title, description, errors } = now;
    if (now.isOn || (!ok && !errors)) toast({ title, description, tone: ok ? 'success' : 'error' });
    if (now.isOn && begun?.codes) setIsOn(true);
    else if (now.isOn) onClose();
    else if (ok) setBegun(now);
    if (now.options) void makeKey(now.options);
  });

  async function makeKey(optionsJSON: NonNullable<SetUpAnswer['options']>) {
    try {
      const response = await startRegistration({ optionsJSON });
      await submit(
        { intent: 'key-add', name, response: JSON.stringify(response) },
        { method: 'post', action: '/profile' },
      );
    } catch (error) {
      setFailure(passkeyFailure(error));
      setBegun(null);
    }
  }

  const busy = state !== 'idle' || begun?.options !== undefined;
  const errors = answer?.errors ?? {};
  const refused = failure ?? errors.key?.[0];
  const shows = isOn ? 'codes' : begun?.app ? 'app' : 'password';
  const steps = {
    codes: { action: 'Guardei os códigos', title: 'Códigos de recuperação' },
    app: { action: 'Ativar', title: titles.app },
    password: { action: way === 'app' ? 'Continuar' : 'Criar chave de acesso', title: titles[way] },
  };
  return (
    <DialogContent
      title={steps[shows].title}
      onInteractOutside={(event) => event.preventDefault()}
      footer={
        shows === 'codes' ? (
          <Button variant="primary" onClick={onClose}>
            {steps.codes.action}
          </Button>
        ) : (
          <Button type="submit" form="set-up" variant="primary" busy={busy}>
            {steps[shows].action}
          </Button>
        )
      }
    >
      {shows === 'codes' ? <RecoveryCodes codes={begun?.codes ?? []} /> : null}
      {shows === 'codes' ? null : (
        <Form
          // A new form per step, so that no input carries over.
          key={shows}
          id="set-up"
          method="post"
          action="/profile"
          noValidate
          className="grid gap-5"
          onSubmit={() => setFailure(null)}
        >
          <input type="hidden" name="intent" value={begun?.app ? 'app-confirm' : `${way}-begin`} />
          {begun?.app ? (
            <AppStep app={begun.app} error={errors.code} />
          ) : (
            <PasswordStep way={way} asksCode={asksCode} errors={errors} name={name} onName={setName} />
          )}
          <div role="status">{refused ? <Notice tone="danger">{refused}</Notice> : null}</div>
        </Form>
      )}
    </DialogContent>
  );
}

interface PasswordStepProps {
  way: Way;
  asksCode: boolean;
  errors: { password?: string[]; code?: string[] };
  name: string;
  onName: (name: string) => void;
}

function PasswordStep({ way, asksCode, errors, name, onName }: PasswordStepProps) {
  return (
    <>
      <p className="text-sm text-muted">
        {way === 'app'
          ? 'Um aplicativo como Google Authenticator, Microsoft Authenticator ou Aegis mostra um código novo a cada meio minuto. Ele será pedido depois da senha.'
          : 'O aparelho, o gerenciador de senhas ou uma chave de segurança guarda a chave. Para entrar, basta a digital, o rosto ou o PIN.'}
      </p>
      {way === 'key' ? (
        <Field label="Nome da chave" hint="Para reconhecê-la na lista.">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={60}
              onChange={(event) => onName(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      <Field label="Senha atual" error={errors.password}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
      </Field>
      {asksCode ? <SecondStepCode error={errors.code} /> : null}
    </>
  );
}

function AppStep({ app, error }: { app: NonNullable<SetUpAnswer['app']>; error: string[] | undefined }) {
  const { size, path } = app.qr;
  return (
    <>
      <p className="text-sm text-muted">Aponte a câmera do aplicativo para o código ou digite a chave.</p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="Código QR para o aplicativo"
        shapeRendering="crispEdges"
        className="mx-auto size-52 rounded-md bg-white"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className="grid gap-1 text-center">
        <p className="text-sm text-muted">Chave</p>
        <p className="font-mono text-sm wrap-break-word select-all">{app.secret}</p>
        <a
          href={app.uri}
          className="mx-auto inline-flex items-center rounded-sm text-sm text-accent underline decoration-current/40 underline-offset-4 touch:min-h-11"
        >
          Abrir no aplicativo deste aparelho
        </a>
      </div>
      <Field label="Código de 6 dígitos" error={error}>
        {(control) => (
          <Input
            {...control}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            autoFocus
            className="tracking-widest tabular-nums"
            required
          />
        )}
      </Field>
    </>
  );
}
