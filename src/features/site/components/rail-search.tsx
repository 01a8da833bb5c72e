import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShortcut } from '#features/player/components/use-shortcut.ts';
import { SearchField } from '#features/search/components/search-field.tsx';
import { Button } from '#ui/button.tsx';
import { isLit, listenerPage } from '../pages.ts';
import { hasOwnSearch } from '../rail.ts';
import { focusHeadSearch, searchAddress, searchPlaceholder } from './head-search.tsx';

interface RailSearchProps {
  owner: string | null;
  look: (isActive: boolean) => string;
}

/** The search of the rail; closes on Escape or a click outside (NAV-18..20). */
export function RailSearch({ owner, look }: RailSearchProps) {
  const { label, icon: Icon } = listenerPage('/search');
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const id = useId();

  const isHere = isLit('/search', pathname);

  useClosing(open, setOpen, box, button);

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = searchAddress(event.currentTarget, owner);
    if (!address) return;
    setOpen(false);
    void navigate(address);
  }

  return (
    <search ref={box} className="contents">
      {hasOwnSearch(pathname) ? null : <SearchKey onPress={() => focusHeadSearch() || setOpen(true)} />}
      <button
        ref={button}
        type="button"
        className={look(isHere)}
        aria-current={isHere ? 'page' : undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon className="size-5" aria-hidden="true" />
        {label}
      </button>
      {open ? (
        <form
          id={id}
          action="/search"
          onSubmit={search}
          className="absolute inset-x-2 bottom-full mb-2 flex animate-pop gap-2 rounded-md bg-raised p-3 shadow-lg md:inset-x-auto md:top-54 md:bottom-auto md:left-full md:mb-0 md:ml-2 md:w-[28rem]"
        >
          <SearchField
            owner={owner}
            aria-label="Buscar"
            placeholder={searchPlaceholder}
            side="top"
            onLeave={() => setOpen(false)}
          />
          <Button type="submit" variant="primary">
            Pesquisar
          </Button>
        </form>
      ) : null}
    </search>
  );
}

/** Opens the search by `/` while mounted. */
function SearchKey({ onPress }: { onPress: () => void }) {
  useShortcut('/', 'Ir para a busca', onPress);
  return null;
}

/** Focuses the box that opened; closes it by Escape and when a click or the focus goes elsewhere. */
function useClosing(
  open: boolean,
  setOpen: (open: boolean) => void,
  box: RefObject<HTMLElement | null>,
  button: RefObject<HTMLButtonElement | null>,
) {
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector('input')?.focus();
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      // The first Escape closes the suggestions.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [open, setOpen, box, button]);
}
