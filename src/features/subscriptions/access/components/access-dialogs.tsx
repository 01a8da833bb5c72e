import { type ReactNode, useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { planLabel, planTypes } from '../../model.ts';

/** What the page answers to a change of somebody's access. */
export interface AccessAnswer {
  ok: boolean;
  title: string;
  description?: string;
}

interface AccessDialogProps {
  title: string;
  description: string;
  intent: 'revoke' | 'grant' | 'role' | 'refund' | 'refund-duplicate' | 'credits';
  userId: string;
  /** The button that sends. */
  confirm: string;
  danger?: boolean;
  /** Fields of this change. */
  children?: ReactNode;
  /** The button that opens it. Without one it is open from the start, and `onClose` says when it is no longer. */
  trigger?: ReactNode;
  onClose?: () => void;
}

/** A change of one person's access that is asked about first; closes when the server has agreed. */
export function AccessDialog({
  title,
  description,
  intent,
  userId,
  confirm,
  danger,
  children,
  trigger,
  onClose,
}: AccessDialogProps) {
  const fetcher = useFetcher<AccessAnswer>();
  const [open, setOpen] = useState(trigger === undefined);
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    toast({ title: answer.title, description: answer.description, tone: answer.ok ? 'success' : 'error' });
    if (answer.ok) setOpen(false);
  }, [answer]);
  const formId = `${intent}-${userId}`;
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      {trigger === undefined ? null : <DialogTrigger>{trigger}</DialogTrigger>}
      <DialogContent
        title={title}
        description={description}
        {...(onClose && {
          onCloseAutoFocus: (event: Event) => {
            event.preventDefault();
            onClose();
          },
        })}
        footer={
          <>
            <DialogClose>
              <Button>Cancelar</Button>
            </DialogClose>
            <Button
              type="submit"
              form={formId}
              variant={danger ? 'danger' : 'primary'}
              busy={fetcher.state !== 'idle'}
            >
              {confirm}
            </Button>
          </>
        }
      >
        <fetcher.Form id={formId} method="post" noValidate className="grid gap-4">
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="userId" value={userId} />
          {children}
          <Field label="Motivo" hint="Fica registrado na auditoria.">
            {(control) => <Textarea {...control} name="reason" required maxLength={500} rows={3} />}
          </Field>
        </fetcher.Form>
      </DialogContent>
    </Dialog>
  );
}

/** Plan and end of a plan given by hand. */
export function GrantFields() {
  return (
    <>
      <Field label="Plano">
        {(control) => (
          <Select {...control} name="planType" defaultValue="annual">
            {planTypes.map((plan) => (
              <option key={plan} value={plan}>
                {planLabel(plan)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Válido até" required={false} hint="Em branco: sem data de término.">
        {(control) => <Input {...control} type="date" name="until" />}
      </Field>
    </>
  );
}
