import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { PackageCard } from '#features/catalog/components/package-card.tsx';
import type { PackageCard as Card } from '#features/catalog/model.ts';
import { CardPlayButton } from '#features/player/components/card-play-button.tsx';
import { useIsCurrent } from '#features/player/store.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** One row of the widest list. */
const most = 5;
/** Milliseconds that they are cached for a return to the page. */
const memory = 60_000;
let known: { cards: Card[]; until: number } | null = null;

async function readNewest(): Promise<Card[]> {
  const answer = await fetch(`/library/packages?limit=${most}`);
  if (!answer.ok) throw new Error(`newest refused: ${answer.status}`);
  const { cards } = (await answer.json()) as { cards: Card[] };
  known = { cards, until: Date.now() + memory };
  return cards;
}

/** The newest packages in one row under the tiles. Loaded after the page, which does not wait for it. */
export function Newest() {
  const [cards, setCards] = useState<Card[] | null>(() => known?.cards ?? null);
  useEffect(() => {
    if (known && known.until > Date.now()) return;
    let isOver = false;
    readNewest().then(
      (read) => isOver || setCards(read),
      () => isOver || setCards((old) => old ?? []),
    );
    return () => {
      isOver = true;
    };
  }, []);
  if (cards?.length === 0) return null;
  return (
    <section aria-labelledby="novidades" className="@container mt-12">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="novidades" className="text-2xl">
          Novidades
        </h2>
        <Link
          to="/search"
          prefetch="intent"
          className="inline-flex items-center text-sm text-muted underline touch:min-h-11 decoration-current/40 underline-offset-4 transition hover:text-fg"
        >
          Ver todos os pacotes
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 @min-[560px]:grid-cols-3 @min-[560px]:gap-x-5 @min-[800px]:grid-cols-4 @min-[1100px]:grid-cols-5 @max-[559px]:[&>:nth-child(n+5)]:hidden @min-[560px]:@max-[799px]:[&>:nth-child(n+4)]:hidden @min-[800px]:@max-[1099px]:[&>:nth-child(n+5)]:hidden">
        {cards
          ? cards.map((pack) => <NewPackage key={pack.id} pack={pack} />)
          : ['a', 'b', 'c', 'd', 'e'].map((key) => <Coming key={key} />)}
      </ul>
    </section>
  );
}

function NewPackage({ pack }: { pack: Card }) {
  const isCurrent = useIsCurrent(pack.id);
  const play = (
    <CardPlayButton packageId={pack.id} title={pack.title} trackCount={pack.trackCount} size="md" />
  );
  return (
    <li>
      <PackageCard pack={pack} slots={{ play, heart: null, isCurrent }} />
    </li>
  );
}

function Coming() {
  return (
    <li aria-hidden="true">
      <Skeleton className="aspect-square rounded-md" />
      <Skeleton className="mt-2.5 h-4 w-3/4" />
      <div className="h-11.5" />
    </li>
  );
}
