import { useSearchParams } from 'react-router';
import { formatTotal, type ListPage, placeNames } from '#platform/list.ts';
import { ButtonLink } from './button.tsx';

interface PagerProps {
  page: ListPage;
  /** Names the list, where a page has several: its parameters in the URL. */
  list?: string;
  label?: string;
}

/** Links to earlier and later pages; nothing for a single page. */
export function Pager({
  page: { page, pages, after, before, ...total },
  list,
  label = 'Páginas',
}: PagerProps) {
  const [params] = useSearchParams();
  if (pages <= 1 && page === 1) return null;
  const names = placeNames(list);
  const to = (target: number, beside: Record<string, string | null>) => {
    const next = new URLSearchParams(params);
    for (const name of [names.after, names.before]) next.delete(name);
    next.set(names.page, String(target));
    for (const [name, id] of Object.entries(beside)) if (id && target > 1) next.set(name, id);
    return `?${next}`;
  };
  return (
    <nav aria-label={label} className="mt-5 flex items-center justify-between gap-3">
      <ButtonLink
        to={to(Math.max(1, page - 1), { [names.before]: before })}
        size="sm"
        aria-disabled={page <= 1}
      >
        Anterior
      </ButtonLink>
      <p className="text-sm text-muted tabular-nums">
        Página {page} de {formatTotal(total, pages)}
      </p>
      <ButtonLink
        to={to(after ? page + 1 : page, { [names.after]: after })}
        size="sm"
        aria-disabled={after === null}
      >
        Próxima
      </ButtonLink>
    </nav>
  );
}
