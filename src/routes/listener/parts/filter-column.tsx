import type { ReactNode } from 'react';
import type { Kind } from '#features/catalog/kinds.ts';
import { cx } from '#ui/cx.ts';
import { useMedia } from '#ui/use-media.ts';
import { FilterChoices } from './filter-choices.tsx';
import type { ListView } from './list-view.ts';
import { useFilterCounts } from './use-filter-counts.ts';
import { useFilters } from './use-filters.ts';

/** From here on the filters stand beside the results; the same as Tailwind's `xl`. */
const wide = '(width >= 80rem)';
const columnId = 'filtros';
const resultsId = 'resultados';

interface BesideFiltersProps {
  /** The list's kind; null: the search. */
  kind: Kind | null;
  /** Id of the only section shown. */
  section?: string | undefined;
  /** What the filters narrow and count. */
  of?: ListView;
  children: ReactNode;
}

/** The results of a list, on wide screens with all filters in a column beside them. */
export function BesideFilters({ kind, section, of = 'pacotes', children }: BesideFiltersProps) {
  return (
    <div className="xl:grid xl:grid-cols-[14rem_minmax(0,1fr)] xl:items-start xl:gap-x-8">
      <section
        id={columnId}
        tabIndex={-1}
        aria-label="Filtros"
        className={cx(
          'max-xl:hidden xl:sticky xl:top-20 xl:-ml-2 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto xl:overscroll-contain xl:rounded-md xl:p-2',
          'focus-visible:outline-offset-0',
        )}
      >
        {/* The column scrolls, so something in it can always have the focus, even when no choice is left. */}
        <button
          type="button"
          onClick={() => document.getElementById(resultsId)?.focus()}
          className="sr-only focus-visible:not-sr-only focus-visible:mb-2 focus-visible:min-h-9 focus-visible:text-sm focus-visible:font-medium"
        >
          Pular os filtros
        </button>
        <Column kind={kind} section={section} of={of} />
      </section>
      <div id={resultsId} tabIndex={-1} className="min-w-0 outline-none">
        {children}
      </div>
    </div>
  );
}

function Column({ kind, section, of = 'pacotes' }: Omit<BesideFiltersProps, 'children'>) {
  const inUse = useFilters(kind);
  const isWide = useIsWide();
  const counts = useFilterCounts(kind, section, inUse.search, of, isWide);
  return <FilterChoices kind={kind} counts={counts} inUse={inUse} of={of} isColumn />;
}

/** Whether the filters stand in their column; false on the server. */
export const useIsWide = (): boolean => useMedia(wide);

/** Gives the focus to the column, where it is shown. */
export function focusFilterColumn(): boolean {
  const column = document.getElementById(columnId);
  if (!column?.checkVisibility()) return false;
  column.focus({ preventScroll: true });
  return true;
}
