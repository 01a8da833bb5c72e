import AudioLines from 'lucide-react/icons/audio-lines';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import Disc3 from 'lucide-react/icons/disc-3';
import File from 'lucide-react/icons/file';
import History from 'lucide-react/icons/history';
import Search from 'lucide-react/icons/search';
import Tag from 'lucide-react/icons/tag';
import Tags from 'lucide-react/icons/tags';
import { type ComponentType, useId } from 'react';
import { cx } from '#ui/cx.ts';
import { type Suggestion, type SuggestionGroup, suggestionGroups } from '../suggestions/model.ts';

const icons: Record<SuggestionGroup, ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>> = {
  recent: History,
  page: File,
  action: CornerDownRight,
  category: Tags,
  tag: Tag,
  package: Disc3,
  track: AudioLines,
  term: Search,
};

interface SuggestionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  active: number;
  optionId(at: number): string;
  onChoose(at: number): void;
  /** The list shows what an earlier text meant. */
  isLate: boolean;
  className?: string;
}

/** The options of a combobox; groups follow each other (`inGroups`). */
export function SuggestionList({ id, suggestions, isLate, className, ...rest }: SuggestionListProps) {
  const groups = [...new Set(suggestions.map(({ of }) => of))].map((of) => ({
    of,
    first: suggestions.findIndex((each) => each.of === of),
  }));
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Sugestões"
      aria-busy={isLate}
      className={cx('transition-opacity', isLate && 'opacity-60', className)}
    >
      {groups.map(({ of, first }) => (
        <Group
          key={of}
          of={of}
          first={first}
          suggestions={suggestions.filter((each) => each.of === of)}
          {...rest}
        />
      ))}
    </div>
  );
}

interface GroupProps extends Pick<SuggestionListProps, 'suggestions' | 'active' | 'optionId' | 'onChoose'> {
  of: SuggestionGroup;
  /** Place of its first option in the whole list. */
  first: number;
}

function Group({ of, first, suggestions, active, optionId, onChoose }: GroupProps) {
  const id = useId();
  const Icon = icons[of];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
    <div role="group" aria-labelledby={id} className="not-first:mt-1.5">
      <p id={id} className="px-3 pt-1.5 pb-1 text-xs font-medium text-muted">
        {suggestionGroups[of]}
      </p>
      {suggestions.map(({ label, hint, to }, index) => {
        const at = first + index;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field that keeps the focus handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={`${to} ${label}`}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey) window.open(to);
              else onChoose(at);
            }}
            className={cx(
              'flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 touch:min-h-11',
              at === active ? 'bg-chosen text-accent' : 'hover:bg-fg/8',
            )}
          >
            <Icon
              className={cx('size-4 shrink-0', at === active ? 'text-accent' : 'text-muted')}
              aria-hidden="true"
            />
            <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-3">
              <span className="truncate text-sm" title={label}>
                {label}
              </span>
              {hint ? (
                <span
                  className={cx(
                    'truncate text-xs sm:ml-auto sm:max-w-[45%] sm:shrink-0',
                    at === active ? 'text-accent' : 'text-muted',
                  )}
                >
                  {hint}
                </span>
              ) : null}
            </span>
          </div>
        );
      })}
    </div>
  );
}

export const suggestionTexts = { failed: 'Sem sugestões agora. Enter busca mesmo assim.' };

/** What a screen reader announces of the list; nothing while it loads. */
export function toldOf(
  found: { isLate: boolean; hasFailed: boolean },
  amount: number,
  failed = suggestionTexts.failed,
): string | null {
  if (found.isLate) return null;
  if (found.hasFailed && amount === 0) return failed;
  return amount === 0 ? 'Nenhuma sugestão.' : amount === 1 ? '1 sugestão.' : `${amount} sugestões.`;
}
