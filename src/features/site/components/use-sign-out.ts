import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { toast } from '#ui/toast.tsx';

/**
 * Ends the session on the server and tells the outcome (NAV-14, NAV-15).
 * @param farewell what is said when it has ended; the administrators' panel has words of its own (A-82)
 */
export function useSignOut(farewell = 'Até breve!'): { signOut(): Promise<void>; leaving: boolean } {
  const [leaving, setLeaving] = useState(false);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();

  async function signOut() {
    setLeaving(true);
    const ended = await fetch('/auth/sair', { method: 'POST', headers: { Accept: 'application/json' } }).then(
      (response) => response.ok,
      () => false,
    );
    if (ended) {
      await navigate('/');
      await revalidate();
      toast({ title: 'Logout realizado', description: farewell, tone: 'success' });
    } else {
      toast({ title: 'Erro no logout', description: 'Não foi possível fazer logout.', tone: 'error' });
    }
    setLeaving(false);
  }

  return { signOut, leaving };
}
