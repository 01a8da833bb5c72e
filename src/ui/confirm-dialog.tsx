import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from './dialog.tsx';

interface ConfirmDialogProps {
  /** The button that opens it. */
  trigger: ReactElement;
  title: string;
  /** Label of the confirming button. */
  action: string;
  variant: 'primary' | 'danger';
  onConfirm: () => void;
  /** Explains the consequences. */
  children: ReactNode;
}

export function ConfirmDialog({ trigger, title, action, variant, onConfirm, children }: ConfirmDialogProps) {
  return (
    <Dialog>
      <DialogTrigger>{trigger}</DialogTrigger>
      <DialogContent
        title={title}
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
