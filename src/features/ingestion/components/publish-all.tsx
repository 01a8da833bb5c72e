import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { formatCount } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

export function PublishAll({ total }: { total: number }) {
  const fetcher = useFetcher<Answer>();
  const what = total === 1 ? 'O rascunho aparece' : `Os ${formatCount(total)} rascunhos aparecem`;
  return (
    <ConfirmDialog
      title="Publicar todos"
      action={`Publicar ${formatCount(total)}`}
      variant="primary"
      onConfirm={() => void fetcher.submit({ intent: 'publish-all' }, { method: 'post' })}
      trigger={
        <Button variant="primary" busy={fetcher.state !== 'idle'}>
          Publicar todos
        </Button>
      }
    >
      <p>
        {what} para os assinantes. O que ainda não tem áudio pronto ou categoria fica nesta lista, com o
        motivo.
      </p>
    </ConfirmDialog>
  );
}
