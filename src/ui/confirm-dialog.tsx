import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from './dialog.tsx';

/** Opened by its button, or by the caller, who then names where the focus returns. */
type Opened =
  | { trigger: ReactElement; open?: never; onOpenChange?: never; returnTo?: never }
  | {
      trigger?: never;
      open: boolean;
      onOpenChange: (open: boolean) => void;
      returnTo: () => HTMLElement | null | undefined;
    };

type ConfirmDialogProps = Opened & {
  title: string;
  /** Label of the confirming button. */
  action: string;
  variant: 'primary' | 'danger';
  onConfirm: () => void;
  /** Explains the consequences. */
  children: ReactNode;
};

export function ConfirmDialog({
  trigger,
  open,
  onOpenChange,
  returnTo,
  title,
  action,
  variant,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog {...(trigger ? {} : { open, onOpenChange })}>
      {trigger ? <DialogTrigger>{trigger}</DialogTrigger> : null}
      <DialogContent
        title={title}
        {...(returnTo && { onCloseAutoFocus: focusOn(returnTo) })}
        size="sm"
        className="h-fit! max-sm:rounded-t-lg"
        footer={
          <>
            <DialogClose>
              <Button>Cancelar</Button>
            </DialogClose>
            <DialogClose>
              <Button variant={variant} onClick={onConfirm}>
                {action}
              </Button>
            </DialogClose>
          </>
        }
      >
        {children}
      </DialogContent>
    </Dialog>
  );
}

const focusOn = (place: () => HTMLElement | null | undefined) => (event: Event) => {
  event.preventDefault();
  place()?.focus();
};
