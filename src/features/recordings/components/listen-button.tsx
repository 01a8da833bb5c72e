import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
import { SoundTurn } from '#platform/sound-turn.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

interface ListenButtonProps {
  id: string;
  radioName: string;
}

/** Plays a delivered recording in the list, before it is saved or sent back for revision. */
export function ListenButton({ id, radioName }: ListenButtonProps) {
  const { state, toggle } = useRecording(id);
  const isPlaying = state === 'playing';
  return (
    <Button
      aria-label={`${isPlaying ? 'Pausar' : 'Ouvir'} a gravação de ${radioName}`}
      busy={state === 'loading'}
      onClick={() => void toggle()}
      className={isPlaying ? 'text-accent' : undefined}
    >
      {isPlaying ? <Pause className="fill-current" /> : <Play className="fill-current" />}
      {isPlaying ? 'Pausar' : 'Ouvir'}
    </Button>
  );
}

/** The sound of a delivered recording, which ends when its page is left. */
function useRecording(id: string) {
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle');
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
    const made = new Audio(`/recordings/${id}/file`);
    made.addEventListener('playing', () => {
      if (turn.current?.take()) setState('playing');
      else made.pause();
    });
    made.addEventListener('pause', () => {
      turn.current?.release();
      setState('idle');
    });
    return made;
  }

  async function toggle() {
    if (state === 'playing') return audio.current?.pause();
    setState('loading');
    turn.current ??= new SoundTurn(() => audio.current?.pause());
    turn.current.claim();
    audio.current ??= open();
    try {
      // Within the click, or Safari plays nothing.
      await audio.current.play();
    } catch (error) {
      // Another sound began first, or the page was left.
      if ((error as Error).name === 'AbortError') return;
      audio.current = null;
      turn.current?.release();
      setState('idle');
      toast({ title: 'Erro', description: 'Não foi possível tocar a gravação.', tone: 'error' });
    }
  }

  return { state, toggle };
}
