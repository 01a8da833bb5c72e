import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { Kind } from '#features/catalog/kinds.ts';
import { countFilters, type Filters, groupsOf, toggleFilter } from '#features/search/filters/model.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { useFetched } from '#ui/use-fetched.ts';
import { focusFilterColumn, useIsWide } from './filter-column.tsx';
import { filterTexts } from './filters-empty.tsx';
import type { ListView } from './list-view.ts';
import { useFilters } from './use-filters.ts';

const loadPanel = () => import('./filter-panel.tsx').then((module) => module.FilterPanel);

interface FilterBarProps {
  /** The list's kind; null: the search. */
  kind: Kind | null;
  /** Id of the only section shown. */
  section?: string | undefined;
  /** The search box: beside the filters, on a phone on its own line. */
  search: ReactNode;
  /** The view toggle, at the end of the line. */
  view: ReactNode;
  /** What the filters narrow and count. */
  of?: ListView;
}

/**
 * Search box, filters and current choices of a list. The panel is loaded on demand; wide screens have the filters in a
 * column beside the results (filter-column.tsx).
 */
export function FilterBar({ kind, section, search, view, of = 'pacotes' }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const inUse = useFilters(kind);
  const { filters, choose, clear } = inUse;
  const { View: Panel, ahead, use } = useFetched(loadPanel, 'Os filtros não abriram');
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const count = countFilters(filters);
  const isWide = useIsWide();
  const focusFilters = () => focusFilterColumn() || opener.current?.focus();
  return (
    <div className="mb-4 md:mb-6">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 md:flex-nowrap">
        {search}
        <Button
          ref={opener}
          aria-expanded={isOpen}
          aria-controls={isOpen && Panel ? id : undefined}
          onPointerEnter={ahead}
          onClick={() => use(() => setIsOpen((open) => !open))}
          className={cx('px-3! md:px-4! xl:hidden', isOpen && 'text-accent')}
        >
          <SlidersHorizontal aria-hidden="true" />
          <span className="max-md:sr-only">Filtros</span>
          {count > 0 ? (
            <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">
              <span className="sr-only">ativos: </span>
              {count}
            </span>
          ) : null}
        </Button>
        {view}
      </div>
      <div className={cx('mt-3 flex flex-wrap items-center gap-2', count === 0 && 'hidden')}>
        {chosenOf(kind, filters).map(({ name, value, label }) => (
          <button
            key={`${name} ${value}`}
            type="button"
            title={label}
            aria-label={`Remover filtro ${label}`}
            onClick={() => {
              choose(toggleFilter(filters, name, value));
              focusFilters();
            }}
            className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-sm bg-chosen pr-2 pl-3 text-sm font-medium text-accent transition hover:bg-chosen-hover touch:min-h-11"
          >
            <span className="truncate">{label}</span>
            <X className="size-3.5 shrink-0" aria-hidden="true" />
          </button>
        ))}
        {count > 0 ? (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              clear();
              focusFilters();
            }}
          >
            {filterTexts.clear}
          </Button>
        ) : null}
      </div>
      {isOpen && Panel && !isWide ? (
        <Panel id={id} kind={kind} section={section} inUse={inUse} of={of} onClose={() => setIsOpen(false)} />
      ) : null}
    </div>
  );
}

/** The current choices, each understandable on its own. */
function chosenOf(kind: Kind | null, filters: Filters) {
  const steps = groupsOf(kind).flatMap((group) =>
    group.steps
      .filter((step) => filters[group.name].includes(step.value))
      .map(({ value, label }) => ({
        name: group.name as keyof Filters,
        value,
        label:
          group.name === 'duracao' || group.name === 'voz'
            ? label
            : `${group.label}: ${label.toLocaleLowerCase('pt-BR')}`,
      })),
  );
  const words = (['categoria', 'tag'] as const).flatMap((name) =>
    filters[name].map((value) => ({ name, value, label: value })),
  );
  return [...steps, ...words];
}
