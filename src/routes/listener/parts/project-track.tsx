import X from 'lucide-react/icons/x';
import { Link } from 'react-router';
import { SimilarLink } from '#features/catalog/components/similar-link.tsx';
import { PlayButton } from '#features/player/components/play-button.tsx';
import { SeekWave } from '#features/player/components/transport.tsx';
import type { PlayableQueue } from '#features/player/model.ts';
import { useIsCurrent } from '#features/player/store.ts';
import { NoteField } from '#features/projects/components/note-field.tsx';
import { useUndoable } from '#features/projects/components/use-undoable.ts';
import type { ProjectTrack as Track } from '#features/projects/model.ts';
import { sendRemoval, sendRestoring } from '#features/projects/send-project.ts';
import type { TrackAnswer } from '#features/projects/sharing/model.ts';
import { formatTime } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { RestingWave } from './track-row.tsx';

interface ProjectTrackProps {
  projectId: string;
  track: Track;
  queue: PlayableQueue;
  /** Whether this listener may play. */
  entitled: boolean;
  /** Comments that were made through the project's link. */
  answer: TrackAnswer | null;
}

/** A track of a project, with its note. */
export function ProjectTrack({ projectId, track, queue, entitled, answer }: ProjectTrackProps) {
  const { id, name, packageId, packageTitle, available } = track;
  const isCurrent = useIsCurrent(queue.packageId, id);
  return (
    <div
      data-current={isCurrent ? '' : undefined}
      className="group grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-1.5 pr-2"
    >
      {available && entitled ? (
        <PlayButton name={name} queue={queue} trackId={id} size="sm" variant="quiet" />
      ) : (
        <span className="size-9 touch:size-11" />
      )}
      <div className="min-w-0">
        <p
          className={cx(
            'truncate text-sm font-medium group-data-current:playing',
            !available && 'text-muted',
          )}
        >
          {name}
        </p>
        <p className="flex items-center gap-2 text-xs text-muted tabular-nums">
          {available ? (
            <>
              <span>{formatTime((track.durationMs ?? 0) / 1000)}</span>
              <span aria-hidden="true">·</span>
              <Link
                to={`/package/${packageId}?track=${id}`}
                prefetch="intent"
                className="truncate rounded-xs hover:text-fg hover:underline"
              >
                {packageTitle}
              </Link>
            </>
          ) : (
            <>
              <Badge>Indisponível</Badge>
              <span className="truncate">{packageTitle}</span>
            </>
          )}
        </p>
      </div>
      <div className="flex items-center justify-end">
        {available ? <SimilarLink trackId={id} name={name} className="max-sm:hidden" /> : null}
        <RemoveButton projectId={projectId} track={track} />
      </div>
      <div className="col-span-full grid min-w-0 gap-x-4 gap-y-1 lg:col-start-2 lg:col-end-3 lg:grid-cols-2 lg:items-center">
        {available && entitled ? <Wave track={track} queue={queue} isCurrent={isCurrent} /> : null}
        <NoteField projectId={projectId} track={track} />
      </div>
      {answer ? <Said answer={answer} /> : null}
    </div>
  );
}

const Said = ({ answer: { isApproved, person, words } }: { answer: TrackAnswer }) => (
  <p className="col-span-full flex min-w-0 flex-wrap items-center gap-x-2 text-sm lg:col-start-2">
    <Badge tone={isApproved ? 'success' : 'danger'} lamp>
      {isApproved ? 'Aprovada' : 'Recusada'} por {person}
    </Badge>
    {words ? <span className="min-w-0 break-words text-muted">“{words}”</span> : null}
  </p>
);

function Wave({ track, queue, isCurrent }: { track: Track; queue: PlayableQueue; isCurrent: boolean }) {
  const kind = track.kind ?? queue.kind;
  return isCurrent ? (
    <SeekWave track={{ ...track, kind }} kind={kind} height={28} />
  ) : (
    <RestingWave track={{ ...track, kind }} queue={{ ...queue, kind }} />
  );
}

function RemoveButton({ projectId, track: { id, name } }: Pick<ProjectTrackProps, 'projectId' | 'track'>) {
  const change = useUndoable();
  return (
    <IconButton
      label={`Tirar ${name} do projeto`}
      onClick={() =>
        void change({
          do: () => sendRemoval(projectId, [id]),
          undo: () => sendRestoring(projectId, id),
          title: `${name} saiu do projeto`,
          failed: 'A faixa não saiu do projeto',
          undone: `${name} está de volta`,
        })
      }
    >
      <X aria-hidden="true" />
    </IconButton>
  );
}
