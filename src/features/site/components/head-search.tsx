import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { rememberTerm, SearchField } from '#features/search/components/search-field.tsx';
import { searchFor } from '#features/search/suggestions/model.ts';
import { PaletteHint } from './palette-key.tsx';

export const searchPlaceholder = 'Buscar trilhas, vinhetas, efeitos...';

const id = 'busca-do-topo';

/** Where a search form leads (NAV-19), remembered for its person; null for a blank term (NAV-20). */
export function searchAddress(form: HTMLFormElement, owner: string | null): string | null {
  const term = String(new FormData(form).get('q') ?? '').trim();
  if (!term) return null;
  rememberTerm(owner, term);
  return searchFor(term);
}

/** @returns whether the bar has its search on this screen */
export function focusHeadSearch(): boolean {
  const box = document.getElementById(id);
  if (!box?.checkVisibility()) return false;
  box.focus();
  return true;
}

/** The search in the bar, for signed-in users; on phones the rail has it. */
export function HeadSearch({ owner }: { owner: string }) {
  const navigate = useNavigate();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = searchAddress(event.currentTarget, owner);
    if (address) void navigate(address);
  }

  return (
    <search className="hidden max-w-xl flex-1 md:block">
      <form action="/search" onSubmit={search}>
        <SearchField
          id={id}
          owner={owner}
          aria-label="Buscar na biblioteca"
          placeholder={searchPlaceholder}
          className="h-10! pr-20"
          end={<PaletteHint />}
        />
      </form>
    </search>
  );
}
