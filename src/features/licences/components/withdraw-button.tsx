import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Textarea } from '#ui/input.tsx';
import { longestReason } from '../model.ts';

interface WithdrawButtonProps {
  id: string;
  licensee: string;
  isWithdrawn: boolean;
}

/** Withdraws a licence with a reason, or lets it be valid again. */
export function WithdrawButton({ id, licensee, isWithdrawn }: WithdrawButtonProps) {
  const { Form, state, data } = useFetcher<Answer>();
  const [isOpen, setOpen] = useState(false);
  const busy = state !== 'idle';
  useEffect(() => {
    if (data?.ok) setOpen(false);
  }, [data]);
  if (isWithdrawn) {
    return (
      <Form method="post">
        <input type="hidden" name="intent" value="restore" />
        <input type="hidden" name="id" value={id} />
        <Button type="submit" size="sm" variant="ghost" busy={busy}>
          Restabelecer
        </Button>
      </Form>
    );
  }
  return (
    <FormDialog
      trigger={
        <Button size="sm" variant="ghost" className="text-danger! hover:text-danger!">
          Retirar
        </Button>
      }
      title="Retirar a licença"
      description={`A página do certificado de ${licensee} passa a dizer que a licença foi retirada, com o motivo abaixo.`}
      action="Retirar a licença"
      isDanger
      isOpen={isOpen}
      onOpen={setOpen}
      busy={busy}
    >
      {(form) => (
        <Form {...form} method="post" noValidate className="grid gap-4">
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="id" value={id} />
          <Field label="Motivo" error={data?.errors?.reason} hint="Quem abre o certificado lê este texto.">
            {(control) => <Textarea {...control} name="reason" rows={3} maxLength={longestReason} required />}
          </Field>
        </Form>
      )}
    </FormDialog>
  );
}
