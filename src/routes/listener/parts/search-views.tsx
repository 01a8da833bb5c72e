import { Link, useLocation, useNavigate } from 'react-router';
import { type Kind, kindFacts, kinds } from '#features/catalog/kinds.ts';
import { type TrackOrder, trackOrders } from '#features/search/tracks/model.ts';
import type { Told } from '#features/search/words/told.ts';
import { cx } from '#ui/cx.ts';
import { Select } from '#ui/select.tsx';
import { type ListView, listViews } from './list-view.ts';

interface SearchViewsProps {
  shown: ListView;
  /** How many of each, in words. */
  totals: Record<ListView, string>;
  kind: Kind | null;
  order: TrackOrder;
}

/** Tracks or packages, of which kind, and in which order; all of it is in the address. */
export function SearchViews({ shown, totals, kind, order }: SearchViewsProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <nav
        aria-label="O que mostrar"
        className="flex gap-1 rounded-md bg-sunken p-1 shadow-well max-sm:w-full"
      >
        {(Object.keys(listViews) as ListView[]).map((view) => (
          <ViewLink key={view} view={view} isShown={view === shown} total={totals[view]} />
        ))}
      </nav>
      <KindChoice kind={kind} />
      {shown === 'faixas' ? <Choice label="Ordem" name="ordem" value={order} choices={trackOrders} /> : null}
    </div>
  );
}

/** The page's query with one value set, or taken out when it is empty. */
function useQueryWith(): (name: string, value: string) => string {
  const { search } = useLocation();
  return (name, value) => {
    const query = new URLSearchParams(search);
    if (value) query.set(name, value);
    else query.delete(name);
    return query.toString();
  };
}

function ViewLink({ view, isShown, total }: { view: ListView; isShown: boolean; total: string }) {
  const queryWith = useQueryWith();
  return (
    <Link
      to={{ search: queryWith('ver', view) }}
      replace
      preventScrollReset
      aria-current={isShown ? 'true' : undefined}
      className={cx(
        'inline-flex h-9 grow items-center justify-center gap-2 rounded-sm px-4 text-sm font-medium transition touch:min-h-11',
        isShown ? 'bg-raised text-fg shadow-sm' : 'text-muted hover:text-fg',
      )}
    >
      {listViews[view].label}
      <span className="text-xs text-muted tabular-nums">{total}</span>
    </Link>
  );
}

const kindChoices = [
  { value: '', label: 'Todos os tipos' },
  ...kinds.map((each) => ({ value: each, label: kindFacts[each].noun[1] })),
];

/** Of which kind the found tracks and packages are. */
export const KindChoice = ({ kind }: { kind: Kind | null }) => (
  <Choice label="Tipo" name="tipo" value={kind ?? ''} choices={kindChoices} />
);

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  choices: readonly { value: string; label: string }[];
}

function Choice({ label, name, value, choices }: ChoiceProps) {
  const queryWith = useQueryWith();
  const navigate = useNavigate();
  return (
    <Select
      aria-label={label}
      className="max-sm:flex-1 sm:w-52"
      value={value}
      onChange={({ target }) =>
        void navigate({ search: queryWith(name, target.value) }, { preventScrollReset: true })
      }
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}

interface SearchNotesProps {
  reading: Told | null;
  dropped: string[];
}

/** How the term was understood, and which of its words were left out. */
export function SearchNotes({ reading, dropped }: SearchNotesProps) {
  if (!reading) return null;
  const { corrected, facts } = reading;
  return (
    <>
      {corrected ? <p>Procuramos por “{corrected}”.</p> : null}
      {facts.length > 0 ? <p>Entendemos: {facts.join(', ')}.</p> : null}
      {dropped.length > 0 ? (
        <p>
          Nenhum resultado tem tudo o que você pediu. Ficou de fora:{' '}
          {dropped.map((word) => `“${word}”`).join(', ')}.
        </p>
      ) : null}
    </>
  );
}
