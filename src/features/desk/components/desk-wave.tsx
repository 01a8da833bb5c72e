import { useDeferredValue, useMemo } from 'react';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { TrackCueMarks } from '#features/cues/components/cue-marks.tsx';
import { SeekWave } from '#features/player/components/transport.tsx';
import { player, useIsCurrent, usePosition } from '#features/player/store.ts';
import { formatTime } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { decodePeaks } from '#ui/peaks.ts';
import { Waveform } from '#ui/waveform.tsx';
import { energyPeaks } from '../energy.ts';
import { type DeskTrack, queueOfOne } from '../model.ts';

const tenths = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

interface DeskWaveProps {
  track: DeskTrack;
  height: number;
  className?: string;
}

/** The current track's waveform as on a screen: peaks of energy above, the tenths that the digits go to below. */
export function DeskWave({ track: current, height, className }: DeskWaveProps) {
  // Drawn after the sound has begun: drawing it delays that.
  const track = useDeferredValue(current);
  const { id, packageId, peaks, kind, durationMs } = track;
  const isCurrent = useIsCurrent(packageId, id);
  const tops = useMemo(() => energyPeaks(decodePeaks(peaks)), [peaks]);
  return (
    <div className={cx('rounded-md bg-sunken px-3 pt-3 pb-1.5 shadow-well', className)}>
      <div aria-hidden="true" className="relative h-2">
        {tops.map((top) => (
          <span
            key={top}
            className="absolute top-0 size-0 -translate-x-1/2 border-x-4 border-t-5 border-x-transparent border-t-lamp"
            style={{ left: `${top * 100}%` }}
          />
        ))}
      </div>
      <div className="relative">
        {isCurrent ? (
          <SeekWave track={track} kind={kind} height={height} />
        ) : (
          <Waveform
            peaks={peaks}
            hue={hueOfKind(kind)}
            progress={0}
            height={height}
            durationSeconds={(durationMs ?? 0) / 1000}
            onSeek={(fraction) => {
              player.startFromAddress(queueOfOne(track), id);
              player.seekFraction(fraction);
            }}
          />
        )}
        <TrackCueMarks track={track} kind={kind} />
      </div>
      <div
        aria-hidden="true"
        className="relative mt-1 h-4 text-[0.625rem] leading-4 font-semibold text-muted"
      >
        {tenths.map((tenth) => (
          <span
            key={tenth}
            className="absolute top-0 border-l border-edge pl-1 tabular-nums"
            style={{ left: `${tenth * 10}%` }}
          >
            {tenth}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The clock of the current row: position and length. */
export function DeskClock({ track, className }: { track: DeskTrack; className?: string }) {
  const isCurrent = useIsCurrent(track.packageId, track.id);
  const time = usePosition((position) => (isCurrent ? Math.floor(position.time) : 0));
  return (
    <p className={cx('font-display tabular-nums', className)}>
      <span className="text-accent">{formatTime(time)}</span>
      <span className="text-muted"> / {formatTime((track.durationMs ?? 0) / 1000)}</span>
    </p>
  );
}
