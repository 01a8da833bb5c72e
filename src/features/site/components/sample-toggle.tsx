import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner.tsx';
import { samplePath } from '../sample.ts';
import { type SampleState, samples } from '../store.ts';

interface SampleToggleProps {
  trackId: string;
  title: string;
  /** `idle` unless this sample is current. */
  status: SampleState['status'];
  /** Seen on every picture. */
  isOnPicture?: boolean;
}

/** Plays a sample in a browser without scripts. */
export function NativeSample({ trackId, title }: Pick<SampleToggleProps, 'trackId' | 'title'>) {
  return (
    <noscript>
      {/* biome-ignore lint/a11y/useMediaCaption: there are no words to caption */}
      <audio controls preload="none" src={samplePath(trackId)} aria-label={title} className="mt-2 w-full" />
    </noscript>
  );
}

/** Plays a sample, or pauses it. */
export function SampleToggle({ trackId, title, status, isOnPicture = false }: SampleToggleProps) {
  const active = status === 'playing' || status === 'loading';
  return (
    <button
      type="button"
      data-sound={samplePath(trackId)}
      onClick={() => samples.toggle(trackId)}
      aria-label={`${active ? 'Pausar' : 'Ouvir'} ${title}`}
      className={cx(
        'grid size-12 place-items-center rounded-full transition active:scale-95',
        active
          ? 'bg-accent text-on-accent shadow-glow'
          : cx(
              'hover:bg-accent hover:text-on-accent',
              isOnPicture ? 'bg-black/65 text-white' : 'bg-fg/10 text-fg',
            ),
      )}
    >
      <Face status={status} />
    </button>
  );
}

function Face({ status }: Pick<SampleToggleProps, 'status'>) {
  if (status === 'loading') return <Spinner className="text-xl" />;
  return status === 'playing' ? (
    <Pause className="size-5 fill-current" aria-hidden="true" />
  ) : (
    <Play className="ml-0.5 size-5 fill-current" aria-hidden="true" />
  );
}
