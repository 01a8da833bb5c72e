import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { formatSize } from '#platform/format.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Progress } from '#ui/progress.tsx';
import { useAskBeforeUnload } from '#ui/use-ask-before-unload.ts';
import {
  cancelSending,
  clearEnded,
  isOver,
  retrySending,
  type Sending,
  sendAgain,
  sendings,
} from '../store.ts';

const percent = ({ sent, size }: Sending) => (size > 0 ? (sent / size) * 100 : 0);

function said(one: Sending): string {
  if (one.state === 'waiting') return 'Na fila';
  if (one.state === 'retrying') return `${one.message} O envio continua sozinho.`;
  if (one.state === 'twice') return `${one.message} Deseja manter os dois?`;
  if (one.state === 'checking') return 'Conferindo...';
  if (one.state === 'done') return `Enviado · ${formatSize(one.size)}`;
  if (one.state === 'failed') return one.message ?? 'Não foi possível enviar.';
  return `${formatSize(one.sent)} de ${formatSize(one.size)}`;
}

interface SendingListProps {
  packageId?: string;
  onArrived?: () => void;
}

/**
 * The uploads with their progress. Asks before the window is closed during an upload. A duplicate waits for a
 * decision.
 */
export function SendingList({ packageId, onArrived }: SendingListProps) {
  const list = useStore(sendings, (state) => state.list);
  const shown = packageId ? list.filter((one) => one.packageId === packageId) : list;
  const arrived = shown.filter(({ state }) => state === 'done').length;
  const twice = shown.filter(({ state }) => state === 'twice');

  useAskBeforeUnload(list.some((one) => !isOver(one) && one.state !== 'twice'));
  useEffect(() => {
    if (arrived > 0) onArrived?.();
  }, [arrived, onArrived]);

  if (shown.length === 0) return null;
  const isEnd = shown.every(isOver);
  return (
    <section aria-label="Áudios sendo enviados" className="grid gap-3 rounded-md bg-sunken p-4">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <p className="text-sm font-medium" aria-live="polite">
          {isEnd
            ? 'Envio concluído'
            : `Enviando áudios: ${arrived} de ${shown.length} ${shown.length === 1 ? 'pronto' : 'prontos'}`}
        </p>
        {isEnd ? (
          <Button type="button" size="sm" variant="ghost" onClick={clearEnded}>
            Fechar lista
          </Button>
        ) : null}
        {twice.length > 1 ? (
          <Button
            type="button"
            size="sm"
            variant="ghost"
            onClick={() => {
              for (const { id } of twice) cancelSending(id);
            }}
          >
            Descartar {twice.length} repetidos
          </Button>
        ) : null}
      </div>
      <ul className="grid max-h-64 gap-3 overflow-y-auto">
        {shown.map((one) => (
          <SendingLine key={one.id} one={one} hasTitle={!packageId} />
        ))}
      </ul>
    </section>
  );
}

function SendingLine({ one, hasTitle }: { one: Sending; hasTitle: boolean }) {
  const { id, name, state } = one;
  const isStuck = state === 'failed' || state === 'twice';
  return (
    <li className="grid gap-1.5">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1 text-sm">
          <p className="truncate">
            {name}
            {hasTitle ? <span className="text-muted"> · {one.packageTitle}</span> : null}
          </p>
          <p
            className={cx('tabular-nums', state === 'failed' ? 'text-danger' : 'text-muted')}
            role={isStuck ? 'alert' : undefined}
          >
            {said(one)}
          </p>
        </div>
        {state === 'failed' ? (
          <IconButton label={`Tentar de novo: ${name}`} size="sm" onClick={() => retrySending(id)}>
            <RotateCw aria-hidden="true" />
          </IconButton>
        ) : null}
        {state === 'twice' ? (
          <>
            <Button type="button" size="sm" onClick={() => sendAgain(id)}>
              Manter os dois<span className="sr-only"> {name}</span>
            </Button>
            <Button type="button" size="sm" variant="ghost" onClick={() => cancelSending(id)}>
              Descartar<span className="sr-only"> {name}</span>
            </Button>
          </>
        ) : null}
        {state === 'done' || state === 'twice' ? null : (
          <IconButton label={`Cancelar envio: ${name}`} size="sm" onClick={() => cancelSending(id)}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {isStuck || state === 'done' ? null : (
        <Progress value={state === 'checking' ? null : percent(one)} label={`Envio de ${name}`} />
      )}
    </li>
  );
}
