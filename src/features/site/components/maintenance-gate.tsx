import { type FormEvent, useState } from 'react';
import { toast } from '#ui/toast.tsx';
import { MaintenancePage } from './maintenance-page.tsx';

/** Milliseconds between the welcome and the redirect (specification, section 9). */
const redirectDelay = 500;

interface MaintenanceGateProps {
  siteName: string;
  title: string;
  subtitle: string;
}

/** The maintenance page with the administrators' sign-in (MNT-14 to MNT-19). */
export function MaintenanceGate(props: MaintenanceGateProps) {
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const answer = await signIn(Object.fromEntries(new FormData(event.currentTarget)));
    if (typeof answer !== 'string') {
      toast({ ...answer, tone: 'error' });
      setBusy(false);
      return;
    }
    // The second step follows; no welcome yet.
    if (answer !== '/admin') return window.location.assign(answer);
    toast({
      title: 'Login realizado!',
      description: 'Redirecionando para o painel administrativo...',
      tone: 'success',
    });
    setTimeout(() => window.location.assign(answer), redirectDelay);
  }

  return (
    <>
      <title>{`Em manutenção · ${props.siteName}`}</title>
      <MaintenancePage {...props} busy={busy} onSubmit={onSubmit} />
    </>
  );
}

/** @returns where to redirect, or the message of a refusal */
async function signIn(
  input: Record<string, unknown>,
): Promise<string | { title: string; description: string }> {
  const unexpected = { title: 'Erro inesperado', description: 'Tente novamente em alguns instantes.' };
  try {
    const response = await fetch('/functions/admin-login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    });
    const answer = (await response.json().catch(() => null)) as {
      next?: string;
      error?: { code?: string; message?: string };
    } | null;
    if (response.ok) return answer?.next ?? '/admin';
    const description = answer?.error?.message;
    if (!description) return unexpected;
    if (answer?.error?.code === 'not-admin') return { title: 'Acesso negado', description };
    if (answer?.error?.code === 'role-unreadable')
      return { title: 'Erro ao verificar permissões', description };
    return { title: 'Erro no login', description };
  } catch {
    return unexpected;
  }
}
