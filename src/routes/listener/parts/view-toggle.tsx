import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { cx } from '#ui/cx.ts';
import { setViewMode, type ViewMode } from './view-mode.ts';

interface ViewToggleProps {
  mode: ViewMode;
  /** Sound effects are always a list (CAT-09). */
  onlyList?: boolean;
}

/** Cards or list (CAT-08). */
export function ViewToggle({ mode, onlyList = false }: ViewToggleProps) {
  const { revalidate } = useRevalidator();
  const choose = (next: ViewMode) => {
    setViewMode(next);
    // Lines show what cards do not bring along.
    if (next === 'list') void revalidate();
  };
  const shown = onlyList ? 'list' : mode;
  return (
    <fieldset
      className={cx(
        'ml-auto flex h-11 shrink-0 max-md:ml-0 max-md:h-11! rounded-md bg-sunken p-1 shadow-well touch:h-13',
        onlyList && 'max-sm:hidden',
      )}
    >
      <legend className="sr-only">Forma da lista</legend>
      <Choice
        label="Cartões"
        title={onlyList ? 'Efeitos sonoros aparecem sempre em lista' : 'Ver em cartões'}
        isOn={shown === 'cards'}
        isOff={onlyList}
        onChoose={() => choose('cards')}
      >
        <LayoutGrid className="size-4.5" aria-hidden="true" />
      </Choice>
      <Choice
        label="Lista"
        title="Ver em lista"
        isOn={shown === 'list'}
        onChoose={() => onlyList || choose('list')}
      >
        <List className="size-4.5" aria-hidden="true" />
      </Choice>
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  title: string;
  isOn: boolean;
  isOff?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ label, title, isOn, isOff = false, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      aria-pressed={isOn}
      disabled={isOff}
      onClick={onChoose}
      className={cx(
        'grid w-11 place-items-center rounded-sm transition disabled:cursor-not-allowed disabled:opacity-40',
        // On a phone there is room for the other one only.
        isOn ? 'bg-raised text-accent shadow-sm max-md:hidden' : 'text-muted enabled:hover:text-fg',
      )}
    >
      {children}
    </button>
  );
}
