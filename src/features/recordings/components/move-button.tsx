import { useState } from 'react';
import { useFetcher } from 'react-router';
import type { RecordingStatus } from '#db/schema/recordings.ts';
import type { Answer } from '#platform/answer.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { useAnswer } from '#ui/use-answer.ts';

interface MoveButtonProps {
  requestId: string;
  status: RecordingStatus;
  radioName: string;
  creditsUsed: number;
  /** The main action of the request's state. */
  isMain: boolean;
}

const words: Record<RecordingStatus, string> = {
  pending: 'Pendente',
  in_progress: 'Iniciar',
  completed: 'Concluir',
  canceled: 'Cancelar',
};

/** Changes a request's status (REQ-02). Cancelling returns credits and is final, so it asks first. */
export function MoveButton({ requestId, status, radioName, creditsUsed, isMain }: MoveButtonProps) {
  const fetcher = useFetcher<Answer>();
  const [isAsking, setAsking] = useState(false);
  useAnswer(fetcher.data, () => setAsking(false));
  const move = () => void fetcher.submit({ requestId, status }, { method: 'post' });
  const busy = fetcher.state !== 'idle';
  const label = (
    <>
      {words[status]}
      <span className="sr-only"> a gravação da {radioName}</span>
    </>
  );
  if (status !== 'canceled') {
    return (
      <Button size="sm" variant={isMain ? 'primary' : 'ghost'} busy={busy} onClick={move}>
        {label}
      </Button>
    );
  }
  return (
    <Dialog open={isAsking} onOpenChange={(open) => !busy && setAsking(open)}>
      <DialogTrigger>
        <Button size="sm" variant="ghost" className="text-danger! hover:text-danger!">
          {label}
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Cancelar solicitação"
        description={`A gravação da ${radioName} não será feita, e os ${creditsUsed} créditos voltam para quem pediu.`}
        footer={
          <>
            <DialogClose>
              <Button disabled={busy}>Voltar</Button>
            </DialogClose>
            <Button variant="danger" busy={busy} onClick={move}>
              Cancelar solicitação
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
