import Boxes from 'lucide-react/icons/boxes';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

interface NothingFoundProps {
  q: string;
  isFiltered: boolean;
  createTo: string;
}

/** An empty list: the reason, and the next step (PKM-03). */
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
        <ButtonLink to="/admin/manage-packages" variant="primary">
          Limpar Pesquisa
        </ButtonLink>
      ) : isFiltered ? (
        <ButtonLink to="/admin/manage-packages" variant="primary">
          Limpar filtros
        </ButtonLink>
      ) : (
        <ButtonLink to={createTo} variant="primary">
          Criar Primeiro Pacote
        </ButtonLink>
      )}
    </EmptyState>
  );
}
