import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from './dialog.tsx';

interface ConfirmDialogProps {
  /** The button that opens it. */
  trigger: ReactElement;
  title: string;
  /** What the button says that does it. */
  action: string;
  variant: 'primary' | 'danger';
  onConfirm: () => void;
  /** What it means. */
  children: ReactNode;
}

/** Asks before something is done; closes with either answer. */
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
