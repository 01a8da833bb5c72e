import FolderX from 'lucide-react/icons/folder-x';
import PackageOpen from 'lucide-react/icons/package-open';
import SearchX from 'lucide-react/icons/search-x';
import { countFilters, type Filters, noFilters } from '#features/search/filters/model.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ClearFilters, filterTexts } from './filters-empty.tsx';

/** The URL names an unknown category (CAT-04). */
export function NoSuchCategory() {
  return (
    <EmptyState
      as="h1"
      icon={<FolderX aria-hidden="true" />}
      title="Categoria não encontrada"
      text="O endereço pode ter mudado."
      className="py-24"
    >
      <ButtonLink to="/library" variant="primary">
        Voltar para a biblioteca
      </ButtonLink>
    </EmptyState>
  );
}

/** The library has no categories yet (CAT-05). */
export function NoCategories() {
  return (
    <EmptyState
      icon={<FolderX aria-hidden="true" />}
      title="Nenhuma categoria encontrada"
      text="Assim que houver conteúdo, ele aparece aqui."
    />
  );
}

/** An empty category, or one in which term and filters match nothing (CAT-06). */
export function NoPackages({ term = '', filters = noFilters }: { term?: string; filters?: Filters }) {
  const isFiltered = countFilters(filters) > 0;
  const isNarrowed = term !== '' || isFiltered;
  const reason = isFiltered ? filterTexts.nothing : 'Nada aqui tem esse texto no título ou na descrição.';
  return (
    <EmptyState
      icon={isNarrowed ? <SearchX aria-hidden="true" /> : <PackageOpen aria-hidden="true" />}
      title="Nenhum pacote disponível"
      text={isNarrowed ? reason : 'Novos pacotes chegam em breve.'}
    >
      {isFiltered ? <ClearFilters /> : null}
      {term && !isFiltered ? (
        <>
          <ButtonLink to="?" replace preventScrollReset variant="primary">
            Limpar o filtro
          </ButtonLink>
          <ButtonLink to={`/search?q=${encodeURIComponent(term)}`} variant="ghost">
            Buscar em tudo
          </ButtonLink>
        </>
      ) : null}
    </EmptyState>
  );
}
