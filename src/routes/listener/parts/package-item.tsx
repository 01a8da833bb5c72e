import { memo } from 'react';
import { useNavigate } from 'react-router';
import { PackageCard } from '#features/catalog/components/package-card.tsx';
import { PackageRow } from '#features/catalog/components/package-row.tsx';
import { isDownloadable } from '#features/catalog/kinds.ts';
import type { PackageCard as Card } from '#features/catalog/model.ts';
import type { WallStyle } from '#features/catalog/wall.ts';
import { DownloadAllIcon } from '#features/downloads/components/download-all-button.tsx';
import { HeartButton } from '#features/favorites/components/heart-button.tsx';
import { CardPlayButton } from '#features/player/components/card-play-button.tsx';
import { PlayButtonFace } from '#features/player/components/play-button.tsx';
import { useIsCurrent } from '#features/player/store.ts';
import { AddButton } from '#features/projects/components/add-button.tsx';

interface PackageItemProps {
  pack: Card;
  style: WallStyle;
  /** Whether this listener may play; otherwise play leads to the plans. */
  entitled: boolean;
  eager?: boolean;
  position?: number;
  of?: number;
}

/** A package of a wall with play button and heart, as a card or a line. */
export const PackageItem = memo(function PackageItem({
  pack,
  style,
  entitled,
  eager,
  position,
  of,
}: PackageItemProps) {
  const isCurrent = useIsCurrent(pack.id);
  const isLine = style === 'list';
  const look = isLine ? ({ size: 'sm', variant: 'quiet' } as const) : ({ size: 'md' } as const);
  const slots = {
    play: entitled ? (
      <CardPlayButton packageId={pack.id} title={pack.title} trackCount={pack.trackCount} {...look} />
    ) : (
      <OfferButton title={pack.title} {...look} />
    ),
    heart: (
      <HeartButton
        item={{ packageId: pack.id, trackId: null }}
        name={pack.title}
        isSaved={pack.isSaved}
        onCover={!isLine}
      />
    ),
    add: entitled ? <AddButton what={{ packageId: pack.id }} name={pack.title} onCover={!isLine} /> : null,
    download: isLine ? (
      <span className="w-10 max-sm:hidden touch:w-11">
        {entitled && pack.trackCount > 0 && isDownloadable(pack.kind) ? (
          <DownloadAllIcon packageId={pack.id} title={pack.title} trackCount={pack.trackCount} />
        ) : null}
      </span>
    ) : null,
    isCurrent,
    isClosed: !entitled,
    eager,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: long walls have rows between a list and its items
    <div role="listitem" aria-posinset={position} aria-setsize={of} className="min-w-0">
      {isLine ? (
        <PackageRow pack={pack} slots={slots} />
      ) : (
        <PackageCard pack={pack} slots={slots} roomy={style === 'roomy'} />
      )}
    </div>
  );
});

interface OfferButtonProps {
  title: string;
  size: 'sm' | 'md';
  variant?: 'quiet';
}

/** Play for someone without a plan. */
export function OfferButton({ title, ...look }: OfferButtonProps) {
  const navigate = useNavigate();
  return (
    <PlayButtonFace
      {...look}
      name={title}
      status="idle"
      onExpect={() => {}}
      onPlay={() => void navigate('/#planos')}
    />
  );
}
