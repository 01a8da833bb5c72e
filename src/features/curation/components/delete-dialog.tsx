import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { formatCount } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#ui/dialog.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { type DeletionImpact, tracksEnd, undoDays } from '../model.ts';

interface DeleteDialogProps {
  impact: DeletionImpact;
  onClose: () => void;
}

/** Asks before a package is deleted, with its name and consequences (PKM-20, A-70). */
export function DeleteDialog({ impact, onClose }: DeleteDialogProps) {
  const fetcher = useFetcher<Answer>();
  useAnswer(fetcher.data, ({ ok }) => ok && onClose());
  const { title, tracks, favorites, openRequests } = impact;
  const lines = [
    tracks > 0 && tracksEnd(tracks),
    favorites > 0 &&
      `${favorites === 1 ? '1 pessoa tem' : `${formatCount(favorites)} pessoas têm`} o pacote ou uma faixa nos favoritos; lá aparece como Indisponível.`,
    openRequests > 0 &&
      `${openRequests === 1 ? '1 solicitação de gravação aberta continua' : `${formatCount(openRequests)} solicitações de gravação abertas continuam`} na lista, com o título.`,
  ].filter((line) => line !== false);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Excluir pacote"
        className="h-fit! max-sm:rounded-t-lg"
        footer={
          <>
            <DialogClose>
              <Button>Cancelar</Button>
            </DialogClose>
            <Button
              variant="danger"
              busy={fetcher.state !== 'idle'}
              onClick={() => void fetcher.submit({ intent: 'delete', id: impact.id }, { method: 'post' })}
            >
              Excluir
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p className="break-words">
            Excluir o pacote <strong>{title}</strong>? Ele some do site na hora.
          </p>
          {lines.length > 0 ? (
            <ul className="grid list-disc gap-1.5 pl-5 text-sm text-muted marker:text-danger">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ) : null}
          <p className="text-sm text-muted">
            Por {undoDays} dias ele pode ser restaurado em “Excluídos”. Depois disso é removido de vez.
          </p>
        </div>
      </DialogContent>
    </Dialog>
  );
}
