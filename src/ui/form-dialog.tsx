import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from './dialog.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof DialogContent>, 'children' | 'footer'> {
  /** The button that opens it. */
  trigger?: ReactNode;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** A request is in flight: the dialog stays open, because nobody would see the result. */
  busy: boolean;
  /** The submit button's label. */
  action: string;
  isDanger?: boolean;
  /** The form cannot be sent. */
  disabled?: boolean;
  /** Renders the form with these attributes. */
  children: (form: { id: string; inert: boolean }) => ReactNode;
}

/** A dialog around one form. */
export function FormDialog({
  trigger,
  isOpen,
  onOpen,
  busy,
  action,
  isDanger = false,
  disabled = false,
  children,
  ...content
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !busy && onOpen(next)}>
      {trigger ? <DialogTrigger>{trigger}</DialogTrigger> : null}
      <DialogContent
        {...content}
        footer={
          <>
            <DialogClose>
              <Button disabled={busy}>Cancelar</Button>
            </DialogClose>
            <Button
              type="submit"
              form={id}
              variant={isDanger ? 'danger' : 'primary'}
              busy={busy}
              disabled={disabled}
            >
              {action}
            </Button>
          </>
        }
      >
        {children({ id, inert: busy })}
      </DialogContent>
    </Dialog>
  );
}
