import Brackets from 'lucide-react/icons/brackets';
import { useState } from 'react';
import type { PlayableQueue, PlayableTrack } from '#features/player/model.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { useFetched } from '#ui/use-fetched.ts';
import { cueTexts, formatCue } from '../model.ts';
import { useCues } from './use-cues.ts';

const loadEditor = () => import('./cue-editor.tsx').then((module) => module.CueEditor);

interface CueLineProps {
  track: PlayableTrack;
  queue: PlayableQueue;
}

/** A track's cue points in words, and the way to move them. */
export function CueLine({ track, queue }: CueLineProps) {
  const [isOpen, setOpen] = useState(false);
  const { View, ahead, use } = useFetched(loadEditor, cueTexts.notOpened);
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-xs text-muted">
      <Words trackId={track.id} />
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        onPointerEnter={ahead}
        onClick={() => use(() => setOpen(true))}
        className="-ml-3 sm:-mr-3 sm:ml-0"
      >
        <Brackets aria-hidden="true" />
        {cueTexts.title}
      </Button>
      {View && isOpen ? (
        <View key={track.id} track={track} queue={queue} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}

function Words({ trackId }: { trackId: string }) {
  const cues = useCues(trackId);
  if (cues === null) return <p>{cueTexts.none}</p>;
  // Keeps the room until they have loaded: else their words push the button to the next line of a phone.
  const { startMs, endMs, introMs } = cues ?? { startMs: 0, endMs: 0, introMs: null };
  return (
    <p className={cx('tabular-nums', !cues && 'invisible')}>
      Som de {formatCue(startMs)} a {formatCue(endMs)}
      {introMs === null ? '' : `, introdução até ${formatCue(introMs)}`}
    </p>
  );
}
