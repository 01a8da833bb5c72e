import { memo } from 'react';
import type { Kind } from '#features/catalog/kinds.ts';
import {
  type FilterCounts,
  type FilterGroup,
  groupsOf,
  toggleFilter,
} from '#features/search/filters/model.ts';
import { groupTags, type TagGroup } from '#features/search/filters/tag-groups.ts';
import { formatCount } from '#platform/format.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { type ListView, listViews } from './list-view.ts';
import type { FiltersInUse } from './use-filters.ts';

/** A tag and what it leaves; null until known. */
interface TagCount {
  tag: string;
  packages: number | null;
  /** The spelling in the address, if it is another. */
  chosen?: string;
  group?: TagGroup;
}

interface ChoicesProps {
  kind: Kind | null;
  counts: FilterCounts | null;
  inUse: FiltersInUse;
  of: ListView;
  /** One below the other. */
  isColumn?: boolean;
}

const grid = 'grid gap-x-8 gap-y-6 md:grid-cols-2 lg:grid-cols-4';

/**
 * All filters of a list; with counts once they are known. Not rendered anew with each state of a navigation: React
 * writes every checkbox again, which takes milliseconds of a click.
 */
export const FilterChoices = memo(function FilterChoices({
  kind,
  counts,
  inUse,
  of,
  isColumn = false,
}: ChoicesProps) {
  const { filters } = inUse;
  const tags: TagCount[] = counts?.tags ?? filters.tag.map((tag) => ({ tag, packages: null }));
  return (
    <div className={isColumn ? 'grid gap-y-5' : grid}>
      {groupsOf(kind).map((group) => (
        <StepChoices key={group.name} group={group} counts={counts} inUse={inUse} of={of} />
      ))}
      {groupTags<TagCount>(tags).map((group) => (
        <TagChoices
          key={group.name}
          name="tag"
          legend={group.label}
          choices={group.tags}
          inUse={inUse}
          of={of}
          className={isColumn ? '' : 'md:col-span-full'}
        />
      ))}
      {kind === null ? (
        <TagChoices
          name="categoria"
          legend="Categoria"
          choices={(counts?.categories ?? []).map(({ name, amount }) => ({ tag: name, packages: amount }))}
          inUse={inUse}
          of={of}
          className={isColumn ? '' : 'md:col-span-full'}
        />
      ) : null}
    </div>
  );
});

interface StepChoicesProps extends Pick<ChoicesProps, 'counts' | 'inUse' | 'of'> {
  group: FilterGroup;
}

function StepChoices({ group: { name, label, steps }, counts, inUse, of }: StepChoicesProps) {
  const { filters, choose } = inUse;
  return (
    <fieldset className="min-w-0">
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
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
                  {step.label}
                  {step.hint ? <span className="text-xs text-muted">{step.hint}</span> : null}
                </span>
                <Count value={count} of={of} />
              </span>
            }
          />
        );
      })}
    </fieldset>
  );
}

interface TagChoicesProps {
  name: 'categoria' | 'tag';
  legend: string;
  choices: TagCount[];
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
        {choices.map(({ tag, packages, chosen = tag }) => (
          <TagChoice
            key={tag}
            tag={tag}
            packages={packages}
            of={of}
            isChosen={filters[name].includes(chosen)}
            onToggle={() => choose(toggleFilter(filters, name, chosen))}
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
        className="absolute inset-0 size-full cursor-pointer opacity-0"
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
