import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
import { SoundTurn } from '#platform/sound-turn.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.tsx';

const icons = {
  idle: <Play className="fill-current" />,
  loading: <Spinner />,
  playing: <Pause className="fill-current" />,
};

interface ListenButtonProps {
  id: string;
  radioName: string;
}

/** Plays a delivered recording in the list, before it is saved or sent back for revision. */
export function ListenButton({ id, radioName }: ListenButtonProps) {
  const { state, toggle } = useRecording(id);
  const word = state === 'idle' ? 'Ouvir' : 'Pausar';
  return (
    <Button
      aria-label={`${word} a gravação de ${radioName}`}
      data-state={state}
      onClick={toggle}
      className={state === 'playing' ? 'text-accent' : undefined}
    >
      {icons[state]}
      {word}
    </Button>
  );
}

/** The sound of a delivered recording, which ends when its page is left. */
function useRecording(id: string) {
  const [state, setState] = useState<keyof typeof icons>('idle');
  const audio = useRef<HTMLAudioElement>(null);
  const turn = useRef<SoundTurn>(null);

  useEffect(
    () => () => {
      turn.current?.close();
      turn.current = null;
      audio.current?.pause();
      // Nothing more of it is loaded.
      audio.current?.removeAttribute('src');
      audio.current?.load();
      audio.current = null;
    },
    [],
  );

  function open(): HTMLAudioElement {
    const made = new Audio(`/recordings/${id}/file?ouvir`);
    made.addEventListener('playing', () => {
      if (turn.current?.take()) setState('playing');
      else made.pause();
    });
    made.addEventListener('pause', () => {
      turn.current?.release();
      setState('idle');
    });
    made.addEventListener('waiting', () => setState('loading'));
    made.addEventListener('error', () => fail(made));
    return made;
  }

  /** Also in the middle of it; once, though `play` is refused as well. */
  function fail(failed: HTMLAudioElement) {
    if (audio.current !== failed) return;
    audio.current = null;
    turn.current?.release();
    setState('idle');
    toast({ title: 'Erro', description: 'Não foi possível tocar a gravação.', tone: 'error' });
  }

  function toggle() {
    if (state !== 'idle') return audio.current?.pause();
    setState('loading');
    turn.current ??= new SoundTurn(() => audio.current?.pause());
    turn.current.claim();
    audio.current ??= open();
    const asked = audio.current;
    // Within the click, or Safari plays nothing.
    asked.play().catch((error: unknown) => {
      // Not when another sound began first, or the page was left.
      if ((error as Error).name !== 'AbortError') fail(asked);
    });
  }

  return { state, toggle };
}
