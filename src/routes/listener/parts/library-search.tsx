import Search from 'lucide-react/icons/search';
import { type FormEvent, useRef } from 'react';
import { Form, useNavigate } from 'react-router';
import { useShortcut } from '#features/player/components/use-shortcut.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';

/** The library's search box: leads to /search; `/` focuses it. */
export function LibrarySearch() {
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  useShortcut('/', 'Ir para a busca', () => box.current?.focus());

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const term = box.current?.value.trim();
    if (term) void navigate(`/search?q=${encodeURIComponent(term)}`);
  }

  return (
    <search>
      <Form action="/search" onSubmit={search} className="flex max-w-2xl gap-3">
        <div className="relative min-w-0 flex-1">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
          <Input
            ref={box}
            type="search"
            name="q"
            aria-label="Buscar na biblioteca"
            placeholder="Título, clima, instrumento, faixa..."
            autoComplete="off"
            className="pl-11"
          />
        </div>
        <Button type="submit" className="max-sm:hidden">
          Buscar
        </Button>
      </Form>
    </search>
  );
}
