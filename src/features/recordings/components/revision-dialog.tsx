import { useState } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Textarea } from '#ui/input.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import type { OwnRequest } from '../model.ts';

/** Requests the one free revision of a delivered recording. */
export function RevisionDialog({ request }: { request: Pick<OwnRequest, 'id' | 'radioName'> }) {
  const [open, setOpen] = useState(false);
  const fetcher = useFetcher<Answer>();
  const { data, state } = fetcher;
  useAnswer(data, ({ ok }) => ok && setOpen(false));

  return (
    <FormDialog
      trigger={<Button>Pedir revisão</Button>}
      title="Pedir revisão"
      description={`A gravação de ${request.radioName} tem uma revisão gratuita.`}
      action="Enviar pedido"
      isOpen={open}
      onOpen={setOpen}
      busy={state !== 'idle'}
    >
      {(form) => (
        <fetcher.Form {...form} noValidate method="post">
          <input type="hidden" name="requestId" value={request.id} />
          <Field label="O que deve mudar?" error={data?.ok === false ? data.description : null}>
            {(control) => <Textarea {...control} name="note" required maxLength={1000} />}
          </Field>
        </fetcher.Form>
      )}
    </FormDialog>
  );
}
