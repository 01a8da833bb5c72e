import type { Kind } from '#features/catalog/kinds.ts';
import { countFilters, type FilterCounts, groupsOf, toggleFilter } from '#features/search/filters/model.ts';
import { formatCount } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { useMedia } from '#ui/use-media.ts';
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

/** All filters with counts: above the list, on a phone as a sheet. */
export function FilterPanel({ id, kind, section, inUse, of, onClose }: FilterPanelProps) {
  const isNarrow = useMedia(narrow);
  const { label, count } = listViews[of];
  const { filters, search, clear } = inUse;
  const counts = useFilterCounts(kind, section, search, of);
  const choices = <Choices kind={kind} counts={counts} inUse={inUse} of={of} />;
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

interface ChoicesProps {
  kind: Kind | null;
  counts: FilterCounts | null;
  inUse: FiltersInUse;
  of: ListView;
}

function Choices({ kind, counts, inUse, of }: ChoicesProps) {
  const { filters, choose } = inUse;
  const tags = counts?.tags ?? filters.tag.map((tag) => ({ tag, packages: null }));
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-4 xl:grid-cols-[repeat(4,minmax(0,11rem))_minmax(0,1fr)]">
      {groupsOf(kind).map(({ name, label, steps }) => (
        <fieldset key={name} className="min-w-0">
          <legend className="mb-1 text-sm font-semibold">{label}</legend>
          {steps.map((step) => {
            const count = counts?.steps[name][step.value] ?? null;
            const isChosen = filters[name].includes(step.value);
            return (
              <Checkbox
                key={step.value}
                checked={isChosen}
                disabled={count === 0 && !isChosen}
                onChange={() => choose(toggleFilter(filters, name, step.value))}
                className="min-h-9! py-2! touch:min-h-11! touch:py-2.5! [&>span]:flex-1 has-disabled:text-muted"
                label={
                  <span className="flex items-baseline gap-2">
                    <span className="min-w-0 flex-1">
                      {step.label}
                      {step.hint ? <span className="block text-xs text-muted">{step.hint}</span> : null}
                    </span>
                    <Count value={count} of={of} />
                  </span>
                }
              />
            );
          })}
        </fieldset>
      ))}
      <TagChoices
        name="tag"
        legend="Tags"
        choices={tags}
        inUse={inUse}
        of={of}
        className="md:max-xl:col-span-full"
      />
      {kind === null ? (
        <TagChoices
          name="categoria"
          legend="Categoria"
          choices={(counts?.categories ?? []).map(({ name, amount }) => ({ tag: name, packages: amount }))}
          inUse={inUse}
          of={of}
          className="md:col-span-full"
        />
      ) : null}
    </div>
  );
}

interface TagChoicesProps {
  name: 'categoria' | 'tag';
  legend: string;
  choices: { tag: string; packages: number | null }[];
  inUse: FiltersInUse;
  of: ListView;
  className: string;
}

function TagChoices({ name, legend, choices, inUse: { filters, choose }, of, className }: TagChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <fieldset className={cx('min-w-0', className)}>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ tag, packages }) => (
          <TagChoice
            key={tag}
            tag={tag}
            packages={packages}
            of={of}
            isChosen={filters[name].includes(tag)}
            onToggle={() => choose(toggleFilter(filters, name, tag))}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface TagChoiceProps {
  tag: string;
  packages: number | null;
  of: ListView;
  isChosen: boolean;
  onToggle: () => void;
}

function TagChoice({ tag, packages, of, isChosen, onToggle }: TagChoiceProps) {
  return (
    <label
      className={cx(
        'relative inline-flex min-h-8 max-w-full items-center gap-2 rounded-full px-3 text-sm transition select-none touch:min-h-11',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'bg-chosen font-medium text-accent hover:bg-chosen-hover' : 'bg-fg/8 hover:bg-fg/12',
      )}
    >
      <input
        type="checkbox"
        className="absolute inset-0 cursor-pointer opacity-0"
        checked={isChosen}
        onChange={onToggle}
      />
      <span className="truncate">{tag}</span>
      <Count value={packages} of={of} />
    </label>
  );
}

/** What a choice leaves; nothing until known. */
function Count({ value, of }: { value: number | null; of: ListView }) {
  if (value === null) return null;
  return (
    <span className="text-xs text-muted tabular-nums">
      <span aria-hidden="true">{formatCount(value)}</span>
      <span className="sr-only">{listViews[of].count(value)}</span>
    </span>
  );
}
