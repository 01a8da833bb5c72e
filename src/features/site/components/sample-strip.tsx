import { hueOfKind } from '#features/catalog/kinds.ts';
import { formatTime } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { hueBackground, hueText } from '#ui/hue.ts';
import { lengthOfSample, type Sample, soundWord } from '../sample.ts';
import { type SampleState, samples } from '../store.ts';
import type { Wave } from '../wave.ts';
import { NativeSample, SampleToggle } from './sample-toggle.tsx';
import { WaveShape } from './wave-shape.tsx';

interface SampleStripProps {
  sample: Sample;
  wave: Wave;
  /** `idle` unless this sample is current. */
  status: SampleState['status'];
}

/** One sample: play button, name, and a waveform for seeking. */
export function SampleStrip({ sample, wave, status }: SampleStripProps) {
  const hue = hueOfKind(sample.kind);
  const active = status === 'playing' || status === 'loading';
  const length = lengthOfSample(sample);
  return (
    <div
      className={cx(
        'relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md py-2.5 pr-3 pl-4 transition sm:gap-x-4 sm:pr-4',
        active ? 'bg-lifted' : 'bg-raised hover:bg-lifted',
      )}
    >
      <span
        className={cx(
          'absolute inset-y-3 left-0 w-1 rounded-r-full transition',
          hueBackground[hue],
          !active && 'opacity-60',
        )}
      />
      <SampleToggle trackId={sample.trackId} title={sample.title} status={status} />
      <div className="min-w-0">
        <p className="flex items-baseline gap-2 text-sm leading-tight">
          <span className="truncate font-semibold">{sample.title}</span>
          <span className={cx('shrink-0 text-xs', hueText[hue])}>{soundWord(sample.kind)}</span>
        </p>
        <div className="relative mt-1.5 h-9">
          <WaveShape wave={wave} className={cx('absolute inset-0 size-full opacity-45', hueText[hue])} />
          {status === 'idle' ? null : (
            <>
              <WaveShape
                wave={wave}
                className={cx(
                  'absolute inset-0 size-full [clip-path:inset(0_calc(100%-var(--progress,0)*100%)_0_0)]',
                  hueText[hue],
                )}
              />
              <SeekLine sample={sample} length={length} />
            </>
          )}
        </div>
      </div>
      <span className="text-right text-xs text-muted tabular-nums">
        {status === 'failed' ? 'Não tocou' : formatTime(length)}
      </span>
      <div className="col-span-full">
        <NativeSample {...sample} />
      </div>
      {status === 'failed' ? (
        <p role="alert" className="sr-only">
          Não foi possível tocar esta amostra. Tente novamente.
        </p>
      ) : null}
    </div>
  );
}

/** The invisible slider over the waveform. */
function SeekLine({ sample, length }: { sample: Sample; length: number }) {
  return (
    <input
      type="range"
      min={0}
      max={100}
      step={1}
      defaultValue={0}
      aria-label={`Posição em ${sample.title}`}
      aria-valuetext={`de ${formatTime(length)}`}
      onChange={(event) => samples.seek(sample.trackId, event.currentTarget.valueAsNumber / 100)}
      onFocus={(event) => {
        event.currentTarget.value = String(Math.round(samples.progress * 100));
      }}
      className="absolute inset-0 size-full cursor-pointer appearance-none rounded-xs bg-transparent opacity-0 focus-visible:opacity-100 [&::-webkit-slider-thumb]:opacity-0 [&::-moz-range-thumb]:opacity-0"
    />
  );
}
