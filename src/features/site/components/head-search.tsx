import Search from 'lucide-react/icons/search';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Input } from '#ui/input.tsx';

export const searchPlaceholder = 'Buscar trilhas, vinhetas, efeitos...';

const id = 'busca-do-topo';

/** Where a search form leads (NAV-19); null for a blank term (NAV-20). */
export function searchAddress(form: HTMLFormElement): string | null {
  const term = String(new FormData(form).get('q') ?? '').trim();
  return term ? `/search?q=${encodeURIComponent(term)}` : null;
}

/** @returns whether the bar has its search on this screen */
export function focusHeadSearch(): boolean {
  const box = document.getElementById(id);
  if (!box?.checkVisibility()) return false;
  box.focus();
  return true;
}

/** The search of the bar, for who is signed in; on phones the rail has it. */
export function HeadSearch() {
  const navigate = useNavigate();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = searchAddress(event.currentTarget);
    if (address) void navigate(address);
  }

  return (
    <search className="hidden max-w-xl flex-1 md:block">
      <form action="/search" onSubmit={search} className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <Input
          id={id}
          type="search"
          name="q"
          aria-label="Buscar na biblioteca"
          placeholder={searchPlaceholder}
          autoComplete="off"
          className="h-10! pl-11"
        />
      </form>
    </search>
  );
}
