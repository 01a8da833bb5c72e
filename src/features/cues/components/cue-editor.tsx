import Minus from 'lucide-react/icons/minus';
import Play from 'lucide-react/icons/play';
import Plus from 'lucide-react/icons/plus';
import type { PointerEvent } from 'react';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { lookOf, type PlayableQueue, type PlayableTrack } from '#features/player/model.ts';
import { player, useIsCurrent, usePosition } from '#features/player/store.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Slider } from '#ui/slider.tsx';
import { fractionAt } from '#ui/slider-keys.ts';
import { Waveform } from '#ui/waveform.tsx';
import { type CuePoint, cuePoints, cueTexts, formatCue, pointNames, spokenCue } from '../model.ts';
import { CueMarks } from './cue-marks.tsx';
import { type CueEditing, useCueEditor } from './use-cue-editor.ts';

/** Milliseconds of an arrow key, and with Shift. */
const fine = 10;
const coarse = 100;
/** Milliseconds before the end from which it is heard. */
const beforeEnd = 3000;

interface CueEditorProps {
  track: PlayableTrack;
  /** What plays when a point is listened to. */
  queue: PlayableQueue;
  onClose: () => void;
}

/** Moves a track's cue points, for one's own account. */
export function CueEditor({ track, queue, onClose }: CueEditorProps) {
  const editing = useCueEditor(track, onClose);
  const { isBusy, isChanged, points } = editing;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        size="lg"
        title={cueTexts.title}
        description={`${track.name}. ${cueTexts.keys}`}
        footer={
          <>
            <Button disabled={isBusy || !points} onClick={editing.toEstimate} className="sm:mr-auto">
              {editing.isOfFile ? 'Voltar aos pontos do arquivo' : 'Voltar à estimativa'}
            </Button>
            <Button disabled={isBusy} onClick={editing.discard}>
              Cancelar
            </Button>
            <Button
              variant="primary"
              busy={isBusy}
              disabled={!isChanged || !points}
              onClick={() => void editing.save()}
            >
              Salvar pontos
            </Button>
          </>
        }
      >
        <Inside editing={editing} track={track} queue={queue} />
      </DialogContent>
    </Dialog>
  );
}

type InsideProps = Pick<CueEditorProps, 'track' | 'queue'> & { editing: CueEditing };

function Inside({ editing, track, queue }: InsideProps) {
  const { points, durationMs, failure, isLoading, load, move } = editing;
  if (!points && isLoading) return <Skeleton className="h-64 rounded-md" />;
  const listen = (point: CuePoint) => {
    if (!points) return;
    const from = point === 'endMs' ? Math.max(points.startMs, points.endMs - beforeEnd) : points[point];
    player.startFromAddress(queue, track.id);
    player.seek(from / 1000);
  };
  return (
    <>
      {points && editing.aboutFile ? <p className="mb-3 text-sm text-muted">{editing.aboutFile}</p> : null}
      {points ? <Wave editing={editing} track={track} queue={queue} /> : null}
      {points
        ? cuePoints.map((point) => (
            <Lane
              key={point}
              point={point}
              ms={points[point]}
              isNone={point === 'introMs' && points.introMs === points.startMs}
              durationMs={durationMs}
              onMove={(ms) => move(point, ms)}
              onListen={() => listen(point)}
            />
          ))
        : null}
      {failure || !points ? (
        <p role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm text-danger">
          {failure ?? cueTexts.none}
          {points || !failure ? null : (
            <Button size="sm" onClick={load}>
              Tentar de novo
            </Button>
          )}
        </p>
      ) : null}
    </>
  );
}

/** The waveform with the points as they are moved; a press takes the nearest one along. The sliders do the same by key. */
function Wave({ editing: { points, shown, durationMs, move }, track, queue }: InsideProps) {
  const isCurrent = useIsCurrent(queue.packageId, track.id);
  const progress = usePosition(({ time, duration }) => (isCurrent && duration > 0 ? time / duration : 0));
  const { kind } = lookOf(queue, track);
  const drag = (event: PointerEvent<HTMLDivElement>, point: CuePoint | null) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const ms = fractionAt(event.clientX, left, width) * durationMs;
    const to = point ?? cuePoints.toSorted((a, b) => distance(a, ms) - distance(b, ms)).at(0);
    if (!to) return;
    event.currentTarget.dataset.point = to;
    move(to, ms);
  };
  const distance = (point: CuePoint, ms: number) => Math.abs((points?.[point] ?? 0) - ms);
  return (
    <div className="rounded-md bg-sunken px-2 py-3 shadow-well">
      <div
        aria-hidden="true"
        className="relative cursor-ew-resize touch-none select-none"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event, null);
        }}
        onPointerMove={(event) => {
          const held = cuePoints.find((point) => point === event.currentTarget.dataset.point);
          if (held && event.currentTarget.hasPointerCapture(event.pointerId)) drag(event, held);
        }}
      >
        <Waveform peaks={track.peaks} hue={hueOfKind(kind)} progress={progress} height={96} />
        {shown ? <CueMarks cues={shown} durationMs={durationMs} kind={kind} /> : null}
      </div>
    </div>
  );
}

interface LaneProps {
  point: CuePoint;
  ms: number;
  /** There is no intro. */
  isNone: boolean;
  durationMs: number;
  onMove: (ms: number) => void;
  onListen: () => void;
}

/** A point: its slider, its time, a step to either side, and its sound. */
function Lane({ point, ms, isNone, durationMs, onMove, onListen }: LaneProps) {
  const name = pointNames[point];
  return (
    <div className="mt-4">
      <div className="flex items-center gap-1">
        <p className="mr-auto flex min-w-0 flex-wrap gap-x-3 text-sm">
          <span className="font-semibold">{name}</span>
          <span aria-hidden="true" className="text-muted tabular-nums">
            {isNone ? 'sem introdução' : formatCue(ms)}
          </span>
        </p>
        <IconButton label={`${name}: ${fine} ms antes`} onClick={() => onMove(ms - fine)}>
          <Minus aria-hidden="true" />
        </IconButton>
        <IconButton label={`${name}: ${fine} ms depois`} onClick={() => onMove(ms + fine)}>
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton label={`${name}: ouvir`} onClick={onListen}>
          <Play aria-hidden="true" />
        </IconButton>
      </div>
      <Slider
        label={name}
        valueText={isNone ? 'sem introdução' : spokenCue(ms)}
        value={ms}
        min={0}
        max={durationMs}
        step={1}
        arrow={fine}
        shiftArrow={coarse}
        onChange={onMove}
        className="w-full"
      />
    </div>
  );
}
