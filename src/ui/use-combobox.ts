import { type KeyboardEvent, useEffect, useId, useState } from 'react';

interface ComboboxOptions {
  /** How many options there are. */
  count: number;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  /** Takes the option at this place. */
  onChoose(at: number): void;
  /** The first option is chosen by Enter without being moved to. */
  startsAtFirst?: boolean;
}

/**
 * A text field with a list of options, as the APG describes a combobox: the focus stays in the field, arrows move
 * through the options, Enter takes one, Escape closes the list. Without an active option Enter does what it does in a
 * field.
 */
export function useCombobox({ count, isOpen, onOpen, onChoose, startsAtFirst = false }: ComboboxOptions) {
  const listId = useId();
  const start = startsAtFirst ? 0 : -1;
  const [moved, setMoved] = useState<number | null>(null);
  const asked = moved ?? start;
  const active = isOpen && asked < count ? asked : -1;
  const optionId = (at: number) => `${listId}-${at}`;
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  function move(by: 1 | -1) {
    // A further place before the first option: the field itself.
    const places = count + 1;
    setMoved(((active + 1 + by + places) % places) - 1);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) onOpen(true);
      else if (count > 0) move(key === 'ArrowDown' ? 1 : -1);
    } else if (key === 'Enter' && active >= 0) {
      event.preventDefault();
      onChoose(active);
    } else if (key === 'Escape' && isOpen && count > 0 && !startsAtFirst) {
      // Or else the field of a search is emptied, and what holds it closes.
      event.preventDefault();
      onOpen(false);
    }
  }

  return {
    active,
    listId,
    optionId,
    /** Forgets which option was active: what stands in the list is another one now. */
    reset: () => setMoved(null),
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen && count > 0,
      'aria-controls': isOpen && count > 0 ? listId : undefined,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
      autoComplete: 'off',
      onKeyDown,
    } as const,
  };
}
