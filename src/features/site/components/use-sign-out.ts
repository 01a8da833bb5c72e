import { useSyncExternalStore } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { announceSignOut } from '#features/accounts/components/session-sync.tsx';
import { toast } from '#ui/toast.tsx';

/** Kept outside of the components: the bar of the page that is left is not the bar of the next. */
let leaving = false;
const listeners = new Set<() => void>();

function setLeaving(next: boolean): void {
  leaving = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Ends the session on the server, tells the outcome (NAV-14, NAV-15) and the other tabs, and goes to the start.
 * @param farewell what is said when it has ended; the administrators' panel has words of its own (A-82)
 */
export function useSignOut(farewell = 'Até breve!'): { signOut(): Promise<void>; leaving: boolean } {
  const isLeaving = useSyncExternalStore(
    subscribe,
    () => leaving,
    () => false,
  );
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();

  async function signOut() {
    if (leaving) return;
    setLeaving(true);
    const ended = await fetch('/auth/sair', { method: 'POST', headers: { Accept: 'application/json' } }).then(
      (response) => response.ok,
      () => false,
    );
    if (ended) {
      announceSignOut();
      await navigate('/');
      await revalidate();
      toast({ title: 'Logout realizado', description: farewell, tone: 'success' });
    } else {
      toast({ title: 'Erro no logout', description: 'Não foi possível fazer logout.', tone: 'error' });
    }
    setLeaving(false);
  }

  return { signOut, leaving: isLeaving };
}
