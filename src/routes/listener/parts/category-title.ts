import { type Kind, kindFacts } from '#features/catalog/kinds.ts';
import { pageTitle, type TitledPage } from '#routes/page-title.ts';

interface CategoryPage extends TitledPage {
  loaderData?: { denied: true } | { denied: false; kind: Kind | null } | undefined;
}

export function categoryTitle(page: CategoryPage): { title: string }[] {
  const { loaderData } = page;
  const kind = loaderData && !loaderData.denied ? loaderData.kind : null;
  return pageTitle(kind ? kindFacts[kind].title : 'Categoria', page);
}
