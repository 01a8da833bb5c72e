import Boxes from 'lucide-react/icons/boxes';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

interface NothingFoundProps {
  /** What was looked for. */
  q: string;
  /** There are packages, but the filters let none through. */
  isFiltered: boolean;
  createTo: string;
}

/** Instead of an empty list: why it is empty, and what to do next (PKM-03). */
export function NothingFound({ q, isFiltered, createTo }: NothingFoundProps) {
  const hasTerm = q.trim() !== '';
  const text = hasTerm
    ? `Nenhum pacote corresponde a “${q.trim()}”.`
    : isFiltered
      ? 'Nenhum pacote com estes filtros.'
      : 'Crie o primeiro: capa, descrição e áudios em uma só janela.';
  return (
    <EmptyState icon={<Boxes aria-hidden="true" />} title="Nenhum pacote encontrado" text={text}>
      {hasTerm ? (
        <Button asChild>
          <Link to="/admin/manage-packages">Limpar Pesquisa</Link>
        </Button>
      ) : isFiltered ? (
        <Button asChild>
          <Link to="/admin/manage-packages">Limpar filtros</Link>
        </Button>
      ) : (
        <Button asChild variant="primary">
          <Link to={createTo}>Criar Primeiro Pacote</Link>
        </Button>
      )}
    </EmptyState>
  );
}
