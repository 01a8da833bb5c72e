import {
  type ComponentType,
  type FormEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShortcut } from '#features/player/components/use-shortcut.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { hasOwnSearch } from '../rail.ts';

interface RailSearchProps {
  icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;
  className: string;
}

/** The search of the rail; closes on Escape or a click outside (NAV-18..20). */
export function RailSearch({ icon: Icon, className }: RailSearchProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const id = useId();

  useClosing(open, setOpen, box, button);

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const term = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (!term) return;
    setOpen(false);
    void navigate(`/search?q=${encodeURIComponent(term)}`);
  }

  return (
    <search ref={box} className="contents">
      {hasOwnSearch(pathname) ? null : <SearchKey onPress={() => setOpen(true)} />}
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon className="size-5" aria-hidden="true" />
        Buscar
      </button>
      {open ? (
        <form
          id={id}
          action="/search"
          onSubmit={search}
          className="absolute inset-x-2 bottom-full mb-2 flex animate-pop gap-2 rounded-md bg-raised p-3 shadow-lg md:inset-x-auto md:top-54 md:bottom-auto md:left-full md:mb-0 md:ml-2 md:w-[28rem]"
        >
          <Input
            name="q"
            type="search"
            aria-label="Buscar"
            placeholder="Buscar trilhas, vinhetas, efeitos..."
            autoComplete="off"
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

/** Focuses the box that opened; closes it by Escape and by a click outside. */
function useClosing(
  open: boolean,
  setOpen: (open: boolean) => void,
  box: RefObject<HTMLElement | null>,
  button: RefObject<HTMLButtonElement | null>,
) {
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector('input')?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [open, setOpen, box, button]);
}
