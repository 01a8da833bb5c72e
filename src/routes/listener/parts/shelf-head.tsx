import { Link } from 'react-router';
import type { LoadStretch } from '#features/catalog/components/use-stretches.ts';
import { countPackages } from '#features/catalog/counts.ts';
import { type Kind, kindFacts } from '#features/catalog/kinds.ts';
import type { PackageCard } from '#features/catalog/model.ts';
import { DeskButton } from '#features/desk/components/desk-button.tsx';
import { countTracks } from '#platform/format.ts';
import { PageHeader } from '#ui/page.tsx';
import { shelfList } from './desk-lists.ts';
import { FilterBar } from './filter-bar.tsx';
import { TermBox } from './term-box.tsx';
import type { ViewMode } from './view-mode.ts';
import { ViewToggle } from './view-toggle.tsx';

interface ShelfHeadProps {
  kind: Kind;
  /** The only section shown; null: all. */
  section?: { id: string; name: string } | null;
  back: { to: string; label?: string };
  counts: { packages: number; tracks: number };
  term: string;
  mode: ViewMode;
  /** Fetches the packages of the list, in its order. */
  load: LoadStretch<PackageCard>;
}

/** Head of a category's pages: title, counts, search box and view (CAT-07, CAT-08). */
export function ShelfHead({ kind, section = null, back, counts, term, mode, load }: ShelfHeadProps) {
  const { title, searchLabel, isListed } = kindFacts[kind];
  return (
    <>
      <PageHeader
        title={`Todos os ${title}`}
        back={back}
        className="sm:mb-5"
        lead={
          <span role="status" className="tabular-nums">
            {section ? <span className="font-medium text-fg">{section.name} · </span> : null}
            {countPackages(counts.packages)} · {countTracks(counts.tracks)}
          </span>
        }
      />
      <FilterBar
        kind={kind}
        section={section?.id}
        search={
          <TermBox
            label={searchLabel}
            placeholder={`${searchLabel}...`}
            className="min-w-0 flex-1 md:max-w-md"
          />
        }
        view={
          <>
            <ViewToggle mode={mode} onlyList={isListed} />
            {counts.tracks > 0 ? (
              <DeskButton
                list={() => shelfList(section?.name ?? kindFacts[kind].title, counts.tracks, load)}
              />
            ) : null}
          </>
        }
      />
      {term ? (
        <p className="-mt-2 mb-6 text-sm text-muted">
          O filtro procura nos títulos e nas descrições.{' '}
          <Link
            to={`/search?q=${encodeURIComponent(term)}`}
            className="text-accent underline decoration-current/40 underline-offset-4 hover:decoration-current"
          >
            Buscar em tudo
          </Link>
        </p>
      ) : null}
    </>
  );
}
