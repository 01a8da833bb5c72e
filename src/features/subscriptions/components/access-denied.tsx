import Lock from 'lucide-react/icons/lock';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

interface AccessDeniedProps {
  /** Why, in a sentence. */
  text?: string;
}

/** The screen of a refusal by role (DEN-01, A-16). */
export function AccessDenied({ text = 'Você não tem permissão para ver esta página.' }: AccessDeniedProps) {
  return (
    <EmptyState
      as="h1"
      icon={<Lock aria-hidden="true" />}
      title="Acesso Restrito"
      text={text}
      className="py-24"
    >
      <Button asChild variant="primary">
        <Link to="/#planos">Ver Planos de Assinatura</Link>
      </Button>
      <Button asChild variant="ghost">
        <Link to="/" onClick={goBack}>
          Voltar
        </Link>
      </Button>
    </EmptyState>
  );
}

/** To the page before this one; without one the link itself leads to the start (DEN-02). */
function goBack(event: MouseEvent): void {
  if (window.history.length <= 1 || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  window.history.back();
}
