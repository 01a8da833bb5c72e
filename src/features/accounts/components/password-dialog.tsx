import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import type { SetUpAnswer } from '../second-step/model.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondStepCode } from './second-step-code.tsx';

interface PasswordDialogProps {
  trigger: ReactElement;
  title: string;
  action: string;
  variant?: 'primary' | 'danger';
  intent: string;
  id?: string;
  children: ReactNode;
}

/** Asks for password and code before a change of the second step; shows new recovery codes if there are any. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { trigger, title, action, variant = 'primary', intent, id, children } = props;
  const { Form, data: answer, state } = useFetcher<SetUpAnswer>();
  const [isOpen, setIsOpen] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useId();
  useAnswer(answer, ({ ok, title, description, errors, codes = null }) => {
    if (!errors) toast({ title, description, tone: ok ? 'success' : 'error' });
    if (ok) setCodes(codes);
    if (ok && !codes) setIsOpen(false);
  });
  const open = (next: boolean) => {
    setIsOpen(next);
    if (next) setCodes(null);
  };
  const errors = (state === 'idle' || !codes ? answer?.errors : undefined) ?? {};
  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger>{trigger}</DialogTrigger>
      <DialogContent
        title={title}
        size={codes ? 'md' : 'sm'}
        className="h-fit! max-sm:rounded-t-lg"
        onInteractOutside={(event) => codes && event.preventDefault()}
        footer={
          codes ? (
            <DialogClose>
              <Button variant="primary">Guardei os códigos</Button>
            </DialogClose>
          ) : (
            <>
              <DialogClose>
                <Button>Cancelar</Button>
              </DialogClose>
              <Button type="submit" form={form} variant={variant} busy={state !== 'idle'}>
                {action}
              </Button>
            </>
          )
        }
      >
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <Form id={form} method="post" action="/profile" noValidate className="grid gap-5">
            <input type="hidden" name="intent" value={intent} />
            {id ? <input type="hidden" name="id" value={id} /> : null}
            <div className="text-sm text-muted">{children}</div>
            <Field label="Senha atual" error={errors.password}>
              {(control) => (
                <PasswordInput {...control} name="password" autoComplete="current-password" required />
              )}
            </Field>
            <SecondStepCode error={errors.code} />
          </Form>
        )}
      </DialogContent>
    </Dialog>
  );
}
