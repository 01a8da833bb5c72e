import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';

/** Asks before unsaved changes are left behind: by a link of ours, and by closing or reloading the tab (EDT-06). */
export function LeaveGuard({ unsaved }: { unsaved: string[] }) {
  const isDirty = unsaved.length > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  const isAsking = blocker.state === 'blocked';
  return (
    <Dialog open={isAsking} onOpenChange={(open) => !open && blocker.reset?.()}>
      <DialogContent
        size="sm"
        title="Sair sem salvar?"
        description={`Há alterações não salvas em: ${unsaved.join(', ')}. Se sair agora, elas serão perdidas.`}
        className="h-fit! rounded-t-lg"
        footer={
          <>
            <Button variant="danger" onClick={() => blocker.proceed?.()}>
              Sair sem salvar
            </Button>
            <Button variant="primary" onClick={() => blocker.reset?.()}>
              Continuar editando
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
