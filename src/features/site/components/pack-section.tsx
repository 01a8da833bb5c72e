import { Cover } from '#features/catalog/components/cover.tsx';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { countTracks, formatCount } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { EqualizerBars } from '#ui/equalizer.tsx';
import { hueText } from '#ui/hue.ts';
import { type SamplePack, soundWord } from '../sample.ts';
import { NativeSample, SampleToggle } from './sample-toggle.tsx';
import { SectionHead, sectionLook } from './section-head.tsx';
import { useSamples } from './use-samples.ts';

interface PackSectionProps {
  packs: SamplePack[];
  /** Packages of the whole library; null: unknown. */
  total: number | null;
}

/** Packages of the library to see, and to hear 30 seconds of. */
export function PackSection({ packs, total }: PackSectionProps) {
  const { trackId, status } = useSamples();
  if (packs.length === 0) return null;
  return (
    <section aria-labelledby="pacotes" className={sectionLook}>
      <SectionHead
        id="pacotes"
        title="Escolha uma capa e ouça"
        lead={`Trinta segundos de cada pacote, sem cadastro.${total ? ` Quem assina abre todos os ${formatCount(total)}.` : ''}`}
      />
      <ul className="lay-out-late mt-10 grid grid-cols-2 gap-x-3 gap-y-7 sm:gap-x-5 md:grid-cols-4">
        {packs.map((pack) => (
          <li key={pack.id}>
            <Pack pack={pack} status={pack.trackId === trackId ? status : 'idle'} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pack({ pack, status }: { pack: SamplePack; status: ReturnType<typeof useSamples>['status'] }) {
  const isPlaying = status === 'playing';
  return (
    <>
      <div className="relative aspect-square overflow-hidden rounded-md shadow-md">
        <Cover src={pack.coverUrl} title={pack.title} width={300} />
        <div className="absolute inset-x-0 bottom-0 flex items-end justify-between bg-linear-to-t from-black/60 p-2.5 pt-12">
          <span data-theme="dark" className="p-2 text-accent">
            {isPlaying ? <EqualizerBars active /> : null}
          </span>
          <SampleToggle trackId={pack.trackId} title={pack.title} status={status} isOnPicture />
        </div>
      </div>
      <NativeSample {...pack} />
      <h3 className="mt-2.5 line-clamp-2 font-sans text-sm leading-5 font-semibold tracking-normal">
        {pack.title}
      </h3>
      <p className="mt-0.5 text-xs text-muted tabular-nums">
        {status === 'failed' ? (
          <span role="alert">Não tocou. Tente novamente.</span>
        ) : (
          <>
            <span className={cx('font-medium', hueText[hueOfKind(pack.kind)])}>{soundWord(pack.kind)}</span> ·{' '}
            {countTracks(pack.trackCount)}
          </>
        )}
      </p>
    </>
  );
}
