import { useId, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/input.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import type { OwnRequest } from '../model.ts';

/** Requests the one free revision of a delivered recording. */
export function RevisionDialog({ request }: { request: Pick<OwnRequest, 'id' | 'radioName'> }) {
  const [open, setOpen] = useState(false);
  const fetcher = useFetcher<Answer>();
  const form = useId();
  const { data, state } = fetcher;
  const busy = state !== 'idle';
  useAnswer(data, ({ ok }) => ok && setOpen(false));

  return (
    <Dialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <DialogTrigger>
        <Button>Pedir revisão</Button>
      </DialogTrigger>
      <DialogContent
        title="Pedir revisão"
        description={`A gravação de ${request.radioName} tem uma revisão gratuita.`}
        footer={
          <>
            <DialogClose>
              <Button variant="ghost" disabled={busy}>
                Cancelar
              </Button>
            </DialogClose>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              Enviar pedido
            </Button>
          </>
        }
      >
        <fetcher.Form id={form} method="post" noValidate inert={busy}>
          <input type="hidden" name="requestId" value={request.id} />
          <Field label="O que deve mudar?" error={data?.ok === false ? data.description : null}>
            {(control) => <Textarea {...control} name="note" required maxLength={1000} />}
          </Field>
        </fetcher.Form>
      </DialogContent>
    </Dialog>
  );
}
