import { useSyncExternalStore } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { announceSignOut } from '#features/accounts/components/session-sync.tsx';
import { toast } from '#ui/toast.tsx';

/** Module state, because the next page has another instance of the bar. */
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
 * Signs out, shows the result (NAV-14, NAV-15), tells other tabs, goes home. @param farewell message on success
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
