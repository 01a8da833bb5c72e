import type { Cues } from '#db/schema/catalog.ts';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { cx } from '#ui/cx.ts';
import { hueColor } from '#ui/hue.ts';
import { useCues } from './use-cues.ts';

interface MarkedTrack {
  id: string;
  durationMs: number | null;
}

/** The cue points of a track over its waveform, which they must be beside in a positioned box. */
export function TrackCueMarks({ track, kind }: { track: MarkedTrack; kind: string }) {
  const cues = useCues(track.id);
  return cues && track.durationMs ? <CueMarks cues={cues} durationMs={track.durationMs} kind={kind} /> : null;
}

interface CueMarksProps {
  cues: Cues;
  durationMs: number;
  kind: string;
}

/** Brackets at both ends, a dashed line at the end of the intro, the loudest stretch as a tinted range. */
export function CueMarks({ cues, durationMs, kind }: CueMarksProps) {
  const { startMs, introMs, endMs, loudFromMs, loudToMs } = cues;
  const at = (ms: number) => `${Math.min(100, (100 * ms) / durationMs)}%`;
  return (
    <div
      aria-hidden="true"
      data-cues=""
      className="pointer-events-none absolute inset-0"
      style={{ color: hueColor(hueOfKind(kind)) }}
    >
      {loudToMs > loudFromMs ? (
        <span
          className="absolute inset-y-0 rounded-xs bg-current opacity-15"
          style={{ left: at(loudFromMs), width: at(loudToMs - loudFromMs) }}
        />
      ) : null}
      <Bracket left={at(startMs)} className="border-l-2" />
      {introMs === null ? null : (
        <span
          className="absolute inset-y-0 border-l-2 border-dashed border-current"
          style={{ left: at(introMs) }}
        >
          <span className="absolute -top-px left-0 border-y-4 border-l-6 border-y-transparent border-l-current" />
        </span>
      )}
      <Bracket left={at(endMs)} className="-translate-x-full border-r-2" />
    </div>
  );
}

const Bracket = ({ left, className }: { left: string; className: string }) => (
  <span className={cx('absolute inset-y-0 w-1.5 border-y-2 border-current', className)} style={{ left }} />
);
