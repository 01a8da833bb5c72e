import Search from 'lucide-react/icons/search';
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Input } from '#ui/input.tsx';
import { useCombobox } from '#ui/use-combobox.ts';
import { type Suggestion, searchFor } from '../suggestions/model.ts';
import { addRecent, forgetRecent, readRecent } from '../suggestions/recent.ts';
import { SuggestionList, suggestionTexts, toldOf } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

/** Remembers a term that a person searched for. */
export function rememberTerm(owner: string | null, term: string): void {
  if (owner && term) addRecent(owner, { label: term, to: searchFor(term) });
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'role' | 'ref'> {
  ref?: RefObject<HTMLInputElement | null>;
  /** Who searches; null: nothing is suggested. */
  owner: string | null;
  /** Called when a suggestion was taken. */
  onLeave?(): void;
  /** What stands at the end of the field; by Tab it comes after the list. */
  end?: ReactNode;
  /** On which side of the field the list opens on a phone. */
  side?: 'bottom' | 'top';
}

/** The text field of every search: suggests tags, packages, tracks and the person's own searches while one types. */
export function SearchField({
  ref,
  owner,
  onLeave,
  end,
  side = 'bottom',
  className,
  ...input
}: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const box = ref ?? own;
  const list = useSearchList(box, owner, onLeave);
  const { combobox, open } = list;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus has left
    <div
      className="relative w-full"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) open(false);
      }}
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <Input
        {...input}
        {...combobox.inputProps}
        ref={box}
        type="search"
        name="q"
        enterKeyHint="search"
        onClick={() => open(true)}
        onInput={() => open(true)}
        onKeyDown={(event) => {
          combobox.inputProps.onKeyDown(event);
          if (event.key === 'Enter') open(false);
        }}
        className={cx('pl-11', className)}
      />
      <span role="status" className="sr-only">
        {list.told}
      </span>
      {list.isShown ? <Popup list={list} side={side} /> : null}
      {end}
    </div>
  );
}

/** The list below a search box: when it is open, what stands in it, and what taking an option does. */
function useSearchList(box: RefObject<HTMLInputElement | null>, owner: string | null, onLeave?: () => void) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [recent, setRecent] = useState<Suggestion[]>([]);
  const found = useSuggestions(typed, { isOn: isOpen && owner !== null });
  const suggestions = [...recentFor(recent, typed), ...found.suggestions];

  function open(next: boolean) {
    if (next && owner) {
      setTyped(box.current?.value ?? '');
      setRecent(readRecent(owner).filter(({ to }) => to.startsWith(searchFor(''))));
    }
    combobox.reset();
    setOpen(next && owner !== null);
  }
  function choose(at: number) {
    const chosen = suggestions[at];
    if (!chosen) return;
    open(false);
    if (owner) addRecent(owner, chosen);
    onLeave?.();
    void navigate(chosen.to);
  }
  function forget() {
    if (owner) forgetRecent(owner);
    setRecent([]);
    box.current?.focus();
  }
  const combobox = useCombobox({ count: suggestions.length, isOpen, onOpen: open, onChoose: choose });
  return {
    combobox,
    suggestions,
    open,
    choose,
    forget,
    isShown: isOpen && (suggestions.length > 0 || found.hasFailed),
    isLate: found.isLate && found.suggestions.length > 0,
    hasFailed: found.hasFailed,
    told: isOpen && typed ? toldOf(found, suggestions.length) : null,
  };
}

interface PopupProps {
  list: ReturnType<typeof useSearchList>;
  side: 'bottom' | 'top';
}

function Popup({ list, side }: PopupProps) {
  const { combobox, suggestions, hasFailed, forget } = list;
  return (
    <div
      className={cx(
        'absolute inset-x-0 top-full z-40 mt-2 max-h-[min(28rem,55dvh)] min-w-64 animate-pop overflow-y-auto overscroll-contain rounded-md bg-raised p-1.5 shadow-lg md:min-w-md',
        side === 'top' && 'max-md:top-auto max-md:bottom-full max-md:mb-2',
      )}
    >
      <SuggestionList
        id={combobox.listId}
        suggestions={suggestions}
        active={combobox.active}
        optionId={combobox.optionId}
        onChoose={list.choose}
        isLate={list.isLate}
      />
      {hasFailed ? <p className="px-3 py-2 text-sm text-muted">{suggestionTexts.failed}</p> : null}
      {suggestions.some(({ of }) => of === 'recent') ? (
        <Button size="sm" variant="ghost" className="mt-1" onClick={forget}>
          Apagar buscas recentes
        </Button>
      ) : null}
    </div>
  );
}

/** A person's own searches: all of them in an empty field, else those that begin as typed. */
function recentFor(recent: readonly Suggestion[], typed: string): Suggestion[] {
  const text = typed.trim().toLocaleLowerCase('pt-BR');
  if (!text) return recent.slice(0, 6);
  const isBegun = ({ label }: Suggestion) => {
    const own = label.toLocaleLowerCase('pt-BR');
    return own !== text && own.startsWith(text);
  };
  return recent.filter(isBegun).slice(0, 3);
}
