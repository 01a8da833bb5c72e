import { useCallback, useMemo } from 'react';
import { PackageWall } from '#features/catalog/components/package-wall.tsx';
import type { Kind } from '#features/catalog/kinds.ts';
import type { PackageCard } from '#features/catalog/model.ts';
import type { Filters } from '#features/search/filters/model.ts';
import type { SearchPage } from '#features/search/queries.server.ts';
import { PackageItem } from './package-item.tsx';
import { narrowingQuery, useStretchLoader } from './use-stretch-loader.ts';
import type { ViewMode } from './view-mode.ts';

interface FoundPackagesProps {
  term: string;
  filters: Filters;
  kind: Kind | null;
  found: SearchPage;
  mode: ViewMode;
  entitled: boolean;
}

/** The packages of a search. */
export function FoundPackages({ term, filters, kind, found, mode, entitled }: FoundPackagesProps) {
  const style = mode === 'list' ? 'list' : 'roomy';
  const narrowing = `${narrowingQuery(term, filters)}${kind ? `&tipo=${kind}` : ''}`;
  const load = useStretchLoader(null, null, narrowing, style === 'list');
  const sizes = useMemo(() => [found.total], [found.total]);
  const renderPackage = useCallback(
    (pack: PackageCard, { position, of }: { position: number; of: number }) => (
      <PackageItem
        key={pack.id}
        pack={pack}
        style={style}
        entitled={entitled}
        eager={position <= 4}
        position={position}
        of={of}
      />
    ),
    [style, entitled],
  );
  return (
    <PackageWall
      listKey={`busca ${style} ${narrowing}`}
      style={style}
      sizes={sizes}
      first={found.cards}
      load={load}
      renderPackage={renderPackage}
    />
  );
}
