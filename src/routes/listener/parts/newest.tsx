import { Link } from 'react-router';
import { PackageCard } from '#features/catalog/components/package-card.tsx';
import type { PackageCard as Card } from '#features/catalog/model.ts';
import { CardPlayButton } from '#features/player/components/card-play-button.tsx';
import { useIsCurrent } from '#features/player/store.ts';

/** Every width of the window shows at least these; fewer columns hide the others. */
const leastShown = 3;

/** The newest packages in one row under the tiles. */
export function Newest({ cards }: { cards: Card[] }) {
  if (cards.length === 0) return null;
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
        {cards.map((pack, at) => (
          <NewPackage key={pack.id} pack={pack} eager={at < leastShown} />
        ))}
      </ul>
    </section>
  );
}

function NewPackage({ pack, eager }: { pack: Card; eager: boolean }) {
  const isCurrent = useIsCurrent(pack.id);
  const play = (
    <CardPlayButton packageId={pack.id} title={pack.title} trackCount={pack.trackCount} size="md" />
  );
  return (
    <li>
      <PackageCard pack={pack} slots={{ play, heart: null, isCurrent, eager }} />
    </li>
  );
}
