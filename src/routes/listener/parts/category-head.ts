import { type Kind, kindFacts } from '#features/catalog/kinds.ts';
import { type HeadedPage, pageHead } from '#routes/page-head.ts';

interface CategoryPage extends HeadedPage {
  loaderData?: { denied: true } | { denied: false; kind: Kind | null; home?: { name: string } | null };
}

/** The head of a category, and of its list of everything or of one section (`home`), which is not the same page. */
export function categoryHead(page: CategoryPage) {
  const { loaderData } = page;
  if (!loaderData || loaderData.denied)
    return pageHead(page, 'Categoria', 'Os pacotes de uma categoria da biblioteca.');
  const { kind, home } = loaderData;
  if (!kind) return pageHead(page, 'Categoria não encontrada', 'Esta categoria não existe ou mudou.');
  const { title } = kindFacts[kind];
  if (home === undefined) return pageHead(page, title, `${title} da biblioteca, por seção.`);
  return home
    ? pageHead(page, `${home.name} · ${title}`, `Os pacotes de ${home.name}.`)
    : pageHead(page, `Todos os ${title}`, `Todos os ${title} da biblioteca em uma lista.`);
}
