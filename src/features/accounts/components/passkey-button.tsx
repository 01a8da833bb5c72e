import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { passkeyFailure } from '../second-step/words.ts';
import { Notice } from './notice.tsx';

interface Answer {
  kind: string;
  options?: unknown;
  message?: string;
}

interface PasskeyButtonProps {
  /** The page whose action handles `passkey-options` and `passkey`. */
  action: string;
  next: string | null;
  label: string;
}

/** Signs in by a passkey: fetches the challenge, lets the browser sign it, and submits the result. */
export function PasskeyButton({ action, next, label }: PasskeyButtonProps) {
  const { submit, data: answer, state } = useFetcher<Answer>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const options = answer?.kind === 'options' ? answer.options : null;

  useEffect(() => {
    if (!options) return;
    setIsAsking(true);
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
      .then((response) => {
        const fields = { intent: 'passkey', response: JSON.stringify(response), ...(next ? { next } : {}) };
        return submit(fields, { method: 'post', action });
      })
      .catch((error: unknown) => setFailure(passkeyFailure(error)))
      .finally(() => setIsAsking(false));
  }, [options, submit, action, next]);

  function ask() {
    setFailure(null);
    void submit({ intent: 'passkey-options' }, { method: 'post', action });
  }

  const refused = failure ?? (answer?.kind === 'passkey-refused' && state === 'idle' ? answer.message : null);
  return (
    <div className="grid gap-3">
      <Button size="lg" onClick={ask} busy={isAsking || state !== 'idle'}>
        <KeyRound aria-hidden="true" />
        {label}
      </Button>
      <div role="status">{refused ? <Notice tone="danger">{refused}</Notice> : null}</div>
    </div>
  );
}
