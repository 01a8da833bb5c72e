import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { formatSize } from '#platform/format.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Progress } from '#ui/progress.tsx';
import { useAskBeforeUnload } from '#ui/use-ask-before-unload.ts';
import { cancelSending, clearEnded, retrySending, type Sending, sendings } from '../store.ts';

const percent = ({ sent, size }: Sending) => (size > 0 ? (sent / size) * 100 : 0);

function said(one: Sending): string {
  if (one.state === 'waiting') return 'Na fila';
  if (one.state === 'offline') return 'Sem conexão. O envio continua quando ela voltar.';
  if (one.state === 'checking') return 'Conferindo...';
  if (one.state === 'done') return `Enviado · ${formatSize(one.size)}`;
  if (one.state === 'failed') return one.message ?? 'Não foi possível enviar.';
  return `${formatSize(one.sent)} de ${formatSize(one.size)}`;
}

interface SendingListProps {
  /** Only those of one package; all when left out. */
  packageId?: string;
  /** Called each time a file has become a track. */
  onArrived?: () => void;
}

/** The audio files on their way, each with its progress. Leaving the window while they are is asked about. */
export function SendingList({ packageId, onArrived }: SendingListProps) {
  const list = useStore(sendings, (state) => state.list);
  const shown = packageId ? list.filter((one) => one.packageId === packageId) : list;
  const underWay = list.some(({ state }) => state !== 'done' && state !== 'failed');
  const arrived = shown.filter(({ state }) => state === 'done').length;

  useAskBeforeUnload(underWay);
  useEffect(() => {
    if (arrived > 0) onArrived?.();
  }, [arrived, onArrived]);

  if (shown.length === 0) return null;
  const isOver = shown.every(({ state }) => state === 'done' || state === 'failed');
  return (
    <section aria-label="Áudios sendo enviados" className="grid gap-3 rounded-md bg-sunken p-4">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <p className="text-sm font-medium" aria-live="polite">
          {isOver
            ? 'Envio concluído'
            : `Enviando áudios: ${arrived} de ${shown.length} ${shown.length === 1 ? 'pronto' : 'prontos'}`}
        </p>
        {isOver ? (
          <Button type="button" size="sm" variant="ghost" onClick={clearEnded}>
            Fechar lista
          </Button>
        ) : null}
      </div>
      <ul className="grid max-h-64 gap-3 overflow-y-auto">
        {shown.map((one) => (
          <li key={one.id} className="grid gap-1.5">
            <div className="flex items-center gap-2">
              <div className="min-w-0 flex-1 text-sm">
                <p className="truncate">
                  {one.name}
                  {packageId ? null : <span className="text-muted"> · {one.packageTitle}</span>}
                </p>
                <p
                  className={cx('tabular-nums', one.state === 'failed' ? 'text-danger' : 'text-muted')}
                  role={one.state === 'failed' ? 'alert' : undefined}
                >
                  {said(one)}
                </p>
              </div>
              {one.state === 'failed' ? (
                <IconButton
                  label={`Tentar de novo: ${one.name}`}
                  size="sm"
                  onClick={() => retrySending(one.id)}
                >
                  <RotateCw aria-hidden="true" />
                </IconButton>
              ) : null}
              {one.state === 'done' ? null : (
                <IconButton
                  label={`Cancelar envio: ${one.name}`}
                  size="sm"
                  onClick={() => cancelSending(one.id)}
                >
                  <X aria-hidden="true" />
                </IconButton>
              )}
            </div>
            {one.state === 'failed' || one.state === 'done' ? null : (
              <Progress
                value={one.state === 'checking' ? null : percent(one)}
                label={`Envio de ${one.name}`}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
