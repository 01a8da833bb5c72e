import type { Kind } from '#features/catalog/kinds.ts';
import { countFilters } from '#features/search/filters/model.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { useMedia } from '#ui/use-media.ts';
import { FilterChoices } from './filter-choices.tsx';
import { filterTexts } from './filters-empty.tsx';
import { type ListView, listViews } from './list-view.ts';
import { useFilterCounts } from './use-filter-counts.ts';
import type { FiltersInUse } from './use-filters.ts';

interface FilterPanelProps {
  id: string;
  kind: Kind | null;
  section: string | undefined;
  inUse: FiltersInUse;
  of: ListView;
  onClose: () => void;
}

const narrow = '(width < 48rem)';

/** All filters with counts: above the list, on a phone as a sheet. Wide screens have them in a column. */
export function FilterPanel({ id, kind, section, inUse, of, onClose }: FilterPanelProps) {
  const isNarrow = useMedia(narrow);
  const { label, count } = listViews[of];
  const { filters, search, clear } = inUse;
  const counts = useFilterCounts(kind, section, search, of);
  const choices = <FilterChoices kind={kind} counts={counts} inUse={inUse} of={of} />;
  if (!isNarrow) {
    return (
      <section
        id={id}
        aria-label="Filtros"
        className="mt-3 animate-fade-in rounded-lg bg-surface p-5 shadow-sm lg:p-6"
      >
        {choices}
      </section>
    );
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        id={id}
        title="Filtros"
        footer={
          <>
            {countFilters(filters) > 0 ? (
              <Button variant="ghost" onClick={clear}>
                {filterTexts.clear}
              </Button>
            ) : null}
            <Button variant="primary" onClick={onClose}>
              {counts ? `Ver ${count(counts.total)}` : `Ver ${label.toLocaleLowerCase('pt-BR')}`}
            </Button>
          </>
        }
      >
        <p role="status" className="sr-only">
          {counts ? count(counts.total) : null}
        </p>
        {choices}
      </DialogContent>
    </Dialog>
  );
}
