import { useSearchParams } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';

interface AdminPagerProps {
  page: number;
  pages: number;
}

/** Links to earlier and later pages (`pagina` in the URL); nothing for a single page. */
export function AdminPager({ page, pages }: AdminPagerProps) {
  const [params] = useSearchParams();
  if (pages <= 1) return null;
  const to = (target: number) => {
    const next = new URLSearchParams(params);
    next.set('pagina', String(target));
    return `?${next}`;
  };
  return (
    <nav aria-label="Páginas" className="mt-5 flex items-center justify-between gap-3">
      <ButtonLink to={to(Math.max(1, page - 1))} size="sm" aria-disabled={page <= 1}>
        Anterior
      </ButtonLink>
      <p className="text-sm text-muted tabular-nums">
        Página {page} de {pages}
      </p>
      <ButtonLink to={to(Math.min(pages, page + 1))} size="sm" aria-disabled={page >= pages}>
        Próxima
      </ButtonLink>
    </nav>
  );
}
