import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { Form, useNavigate, useSearchParams } from 'react-router';
import { useShortcut } from '#features/player/components/use-shortcut.ts';
import { rememberTerm, SearchField } from '#features/search/components/search-field.tsx';
import { useRootData } from '#routes/root-data.ts';
import { OwnTerms } from './own-terms.ts';

interface TermBoxProps {
  label: string;
  placeholder: string;
  className?: string;
}

/** Debounce in milliseconds. */
const rest = 160;

/** The search box of a page's list; its term is in the URL (`q`) without a history entry. `/` focuses it. */
export function TermBox({ label, placeholder, className }: TermBoxProps) {
  const [params] = useSearchParams();
  const asked = params.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const owner = useRootData().viewer?.userId ?? null;
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  useShortcut('/', 'Ir para a busca', () => box.current?.focus());

  const [terms] = useState(() => new OwnTerms(asked));
  useEffect(() => {
    if (terms.arrive(asked)) setTyped(asked);
  }, [asked, terms]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function go(text: string, isAskedFor = false) {
    clearTimeout(timer.current);
    // A navigation may have replaced the pending one that carried the term.
    const isMissing = isAskedFor && text.trim() !== asked.trim();
    if (!terms.send(text) && !isMissing) return;
    const next = new URLSearchParams(params);
    if (text.trim()) next.set('q', text.trim());
    else next.delete('q');
    void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
  }

  function change(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => go(text), rest);
  }

  return (
    <search className={className}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          rememberTerm(owner, typed.trim());
          go(typed, true);
        }}
      >
        {[...params].map(([name, value]) =>
          name === 'q' ? null : <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
        )}
        <SearchField
          ref={box}
          owner={owner}
          value={typed}
          onChange={(event) => change(event.target.value)}
          aria-label={label}
          placeholder={placeholder}
          className={typed ? 'pr-11' : 'pr-3 md:pr-11'}
          end={
            typed ? (
              <button
                type="button"
                aria-label="Limpar a busca"
                onClick={() => {
                  setTyped('');
                  go('');
                  box.current?.focus();
                }}
                className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-sm text-muted transition hover:text-fg"
              >
                <X className="size-4.5" aria-hidden="true" />
              </button>
            ) : (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded-xs bg-fg/8 px-1.5 font-sans text-xs text-muted max-md:hidden"
              >
                /
              </span>
            )
          }
        />
      </Form>
    </search>
  );
}
