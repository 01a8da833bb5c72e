import { useEffect, useRef, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Switch } from '#ui/switch.tsx';
import { useAnswer } from '#ui/use-answer.ts';

/** Milliseconds between enabling maintenance and the redirect home (specification, section 9). */
const redirectDelay = 1500;

/** The switch that closes the site for everybody else; asks first. */
export function ModeSwitch({ enabled }: { enabled: boolean }) {
  const fetcher = useFetcher<Answer>();
  const navigate = useNavigate();
  const isBusy = fetcher.state !== 'idle';
  // Optimistic; after a refusal the switch reverts.
  const asked = fetcher.formData?.get('enabled');
  const shown = isBusy && asked ? asked === 'true' : enabled;
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const wanted = useRef(enabled);
  const box = useRef<HTMLDivElement>(null);
  useAnswer(fetcher.data, ({ ok }) => setLeaving(ok && wanted.current));
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => void navigate('/'), redirectDelay);
    return () => clearTimeout(timer);
  }, [isLeaving, navigate]);

  function set(next: boolean) {
    // Disabled again before the redirect: stay here.
    setLeaving(false);
    wanted.current = next;
    void fetcher.submit({ enabled: String(next) }, { method: 'post' });
  }

  return (
    <Card ref={box} className="grid gap-3 p-5">
      <Switch
        label="Modo de desenvolvimento"
        checked={shown}
        disabled={isBusy}
        onCheckedChange={(next) => (next ? setAsking(true) : set(false))}
      />
      <p className="text-sm text-muted">
        Ligado, só administradores veem o site; todos os outros veem a página de manutenção.
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        returnTo={() => box.current?.querySelector('input')}
        title="Fechar o site?"
        action="Fechar o site"
        variant="danger"
        onConfirm={() => set(true)}
      >
        <p>
          Visitantes e assinantes verão só a página de manutenção: ninguém ouve, baixa ou assina até você
          abrir o site de novo. Pagamentos em andamento continuam chegando.
        </p>
      </ConfirmDialog>
    </Card>
  );
}
