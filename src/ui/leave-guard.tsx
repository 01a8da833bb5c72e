import { useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { Button } from './button.tsx';
import { Dialog, DialogContent } from './dialog.tsx';
import { useAskBeforeUnload } from './use-ask-before-unload.ts';

interface LeaveGuardProps {
  /** Names of the unsaved parts for the question; empty disables the guard. */
  unsaved: string[];
  /** Whether a navigation leaves the form; by default any other page. */
  isLeaving?: (from: Location, to: Location) => boolean;
}

const otherPage = (from: Location, to: Location): boolean => from.pathname !== to.pathname;

/** Asks before unsaved changes are lost: by navigation, and by closing or reloading the tab (EDT-06). */
export function LeaveGuard({ unsaved, isLeaving = otherPage }: LeaveGuardProps) {
  const isDirty = unsaved.length > 0;
  const stay = useRef<HTMLButtonElement>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && isLeaving(currentLocation, nextLocation),
  );
  useAskBeforeUnload(isDirty);
  const isAsking = blocker.state === 'blocked';
  return (
    <Dialog open={isAsking} onOpenChange={(open) => !open && blocker.reset?.()}>
      <DialogContent
        size="sm"
        title="Sair sem salvar?"
        description={`Há alterações não salvas em: ${unsaved.join(', ')}. Se sair agora, elas serão perdidas.`}
        className="h-fit! rounded-t-lg"
        onOpenAutoFocus={(event) => {
          // An accidental Enter must not discard anything.
          event.preventDefault();
          stay.current?.focus();
        }}
        footer={
          <>
            <Button variant="danger" onClick={() => blocker.proceed?.()}>
              Sair sem salvar
            </Button>
            <Button ref={stay} variant="primary" onClick={() => blocker.reset?.()}>
              Continuar editando
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
