import { useFetcher } from 'react-router';
import { formatCount } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import type { ReviewAnswer } from '../model.ts';

/** Publishes every draft that can be, once asked. */
export function PublishAll({ total }: { total: number }) {
  const fetcher = useFetcher<ReviewAnswer>();
  const what = total === 1 ? 'O rascunho aparece' : `Os ${formatCount(total)} rascunhos aparecem`;
  return (
    <Dialog>
      <DialogTrigger>
        <Button variant="primary" busy={fetcher.state !== 'idle'}>
          Publicar todos
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Publicar todos"
        size="sm"
        className="h-fit! max-sm:rounded-t-lg"
        footer={
          <>
            <DialogClose>
              <Button>Cancelar</Button>
            </DialogClose>
            <DialogClose>
              <Button
                variant="primary"
                onClick={() => void fetcher.submit({ intent: 'publish-all' }, { method: 'post' })}
              >
                Publicar {formatCount(total)}
              </Button>
            </DialogClose>
          </>
        }
      >
        <p>
          {what} para os assinantes. O que ainda não tem áudio pronto ou categoria fica nesta lista, com o
          motivo.
        </p>
      </DialogContent>
    </Dialog>
  );
}
