import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { PlayMark } from '#features/player/components/transport.tsx';
import type { Answer } from '#platform/answer.ts';
import { formatTime } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { longestWords, type SharedTrack } from '../sharing/model.ts';
import type { Person } from './person-field.tsx';
import { useSharedSound } from './shared-player.tsx';

/** A track of a shared project: heard, and approved or refused with a line of text. */
export function ApprovalTrack({ track, person }: { track: SharedTrack; person: Person }) {
  return (
    <li className="grid gap-3 rounded-md bg-surface p-4">
      <Hearing track={track} />
      <Verdict track={track} person={person} />
    </li>
  );
}

function Hearing({ track: { id, name, durationMs, peaks, kind } }: { track: SharedTrack }) {
  const sound = useSharedSound();
  const isCurrent = sound.trackId === id;
  const isOn = isCurrent && sound.isPlaying;
  const whole = (durationMs ?? 0) / 1000;
  const time = isCurrent ? sound.time : 0;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <button
        type="button"
        aria-label={`${isOn ? 'Pausar' : 'Tocar'} ${name}`}
        onClick={() => sound.toggle(id)}
        className="grid size-11 place-items-center rounded-full bg-accent text-on-accent transition hover:bg-accent-hover"
      >
        <PlayMark isPlaying={isOn} className="size-5" />
      </button>
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-muted tabular-nums">
          {isCurrent && sound.time > 0 ? `${formatTime(time)} / ` : ''}
          {formatTime(whole)}
        </p>
      </div>
      <Waveform
        peaks={peaks}
        hue={hueOfKind(kind)}
        progress={isCurrent && sound.duration > 0 ? time / sound.duration : 0}
        durationSeconds={whole}
        onSeek={(fraction) => sound.seek(id, fraction)}
        height={36}
        className="col-span-full mt-2"
      />
      <p role="alert" className="col-span-full text-sm text-danger empty:hidden">
        {isCurrent && sound.failed ? `Não foi possível tocar. ${sound.failed}` : null}
      </p>
    </div>
  );
}

function Verdict({ track: { id, name, answer }, person }: { track: SharedTrack; person: Person }) {
  const fetcher = useFetcher<Answer>();
  const [words, setWords] = useState(answer?.words ?? '');
  const isBusy = fetcher.state !== 'idle';
  const send = (verdict: 'aprovar' | 'recusar') => {
    if (person.name.trim() === '') return person.ask();
    const fields = { intent: 'answer', trackId: id, verdict, words, person: person.name };
    return fetcher.submit(fields, { method: 'post' });
  };
  const { isApproved } = answer ?? {};
  return (
    <div className="grid gap-2">
      <Input
        aria-label={`Comentário sobre ${name}`}
        placeholder="Comentário (opcional)"
        value={words}
        maxLength={longestWords}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          aria-pressed={isApproved === true}
          className={isApproved === true ? 'text-success!' : undefined}
          disabled={isBusy}
          onClick={() => void send('aprovar')}
        >
          <Check aria-hidden="true" /> Aprovar
        </Button>
        <Button
          size="sm"
          aria-pressed={isApproved === false}
          className={isApproved === false ? 'text-danger!' : undefined}
          disabled={isBusy}
          onClick={() => void send('recusar')}
        >
          <X aria-hidden="true" /> Recusar
        </Button>
        <p role="status" className="text-sm text-muted">
          {isBusy ? 'Enviando...' : answer ? saidBy(answer) : null}
        </p>
      </div>
      {fetcher.data?.ok === false ? (
        <p role="alert" className="text-sm text-danger">
          {fetcher.data.description}
        </p>
      ) : null}
    </div>
  );
}

const saidBy = ({ isApproved, person }: NonNullable<SharedTrack['answer']>): string =>
  `${isApproved ? 'Aprovada' : 'Recusada'} por ${person}`;
