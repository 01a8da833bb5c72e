import { useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { longestTitle } from '#features/media/audio/sound-name.ts';
import { Input } from '#ui/input.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import type { EditedTrack } from '../../model.ts';

/**
 * A track's name, edited in place and saved on blur. The input stays until it is saved: a refused name is marked and
 * sent again on the next blur; Escape restores the stored one.
 */
export function TrackName({ track }: { track: Pick<EditedTrack, 'id' | 'name'> }) {
  const fetcher = useFetcher<{ ok: boolean }>();
  /** The text being typed; null: the stored name. */
  const [text, setText] = useState<string | null>(null);
  const sent = useRef<string | null>(null);
  // After the revalidation, so that the old name does not flash.
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  useAnswer(answer, ({ ok }) => {
    if (ok) setText((now) => (now?.trim() === sent.current ? null : now));
  });
  function save() {
    const name = text?.trim();
    if (!name || name === track.name) return setText(null);
    if (fetcher.state !== 'idle' && name === sent.current) return;
    sent.current = name;
    void fetcher.submit({ intent: 'track-rename', trackId: track.id, name }, { method: 'post' });
  }
  return (
    <Input
      value={text ?? track.name}
      aria-label={`Nome da faixa ${track.name}`}
      aria-invalid={(text !== null && answer?.ok === false) || undefined}
      data-own-escape={text === null ? undefined : ''}
      maxLength={longestTitle + 10}
      className="h-9! border-transparent! bg-transparent! px-2! text-sm! shadow-none! hover:border-edge! aria-invalid:border-danger! touch:h-11!"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          event.currentTarget.blur();
        }
        if (event.key === 'Escape' && text !== null) {
          event.preventDefault();
          setText(null);
        }
      }}
      onBlur={save}
    />
  );
}
