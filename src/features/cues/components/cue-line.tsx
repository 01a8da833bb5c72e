import Brackets from 'lucide-react/icons/brackets';
import { useState } from 'react';
import type { PlayableQueue, PlayableTrack } from '#features/player/model.ts';
import { causeOf } from '#platform/failed-call.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { cueTexts, formatCue } from '../model.ts';
import type { CueEditor } from './cue-editor.tsx';
import { useCues } from './use-cues.ts';

const loadEditor = () => import('./cue-editor.tsx').then((module) => module.CueEditor);

interface CueLineProps {
  track: PlayableTrack;
  queue: PlayableQueue;
}

/** A track's cue points in words, and the way to move them. */
export function CueLine({ track, queue }: CueLineProps) {
  const [Editor, setEditor] = useState<{ View: typeof CueEditor } | null>(null);
  const open = () =>
    loadEditor().then(
      (View) => setEditor({ View }),
      () => toast({ id: 'pontos', title: cueTexts.notOpened, description: causeOf(0), tone: 'error' }),
    );
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-xs text-muted">
      <Words trackId={track.id} />
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadEditor().catch(() => {})}
        onClick={() => void open()}
        className="-ml-3 sm:-mr-3 sm:ml-0"
      >
        <Brackets aria-hidden="true" />
        {cueTexts.title}
      </Button>
      {Editor ? (
        <Editor.View key={track.id} track={track} queue={queue} onClose={() => setEditor(null)} />
      ) : null}
    </div>
  );
}

function Words({ trackId }: { trackId: string }) {
  const cues = useCues(trackId);
  if (!cues) return <p>{cues === null ? cueTexts.none : ''}</p>;
  return (
    <p className="tabular-nums">
      Som de {formatCue(cues.startMs)} a {formatCue(cues.endMs)}
      {cues.introMs === null ? '' : `, introdução até ${formatCue(cues.introMs)}`}
    </p>
  );
}
