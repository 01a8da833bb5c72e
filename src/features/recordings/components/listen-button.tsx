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
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle');
  const audio = useRef<HTMLAudioElement>(null);
  const turn = useRef<SoundTurn>(null);
  const isHere = useRef(true);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      audio.current?.pause();
      if (audio.current) URL.revokeObjectURL(audio.current.src);
      audio.current = null;
      turn.current?.close();
      turn.current = null;
    };
  }, []);

  async function open(): Promise<HTMLAudioElement> {
    const made = await fetchSound(id);
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
    try {
      audio.current ??= await open();
      if (!isHere.current) return;
      await audio.current.play();
    } catch {
      turn.current?.release();
      setState('idle');
      toast({ title: 'Erro', description: 'Não foi possível tocar a gravação.', tone: 'error' });
    }
  }

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

async function fetchSound(id: string): Promise<HTMLAudioElement> {
  const response = await fetch(`/recordings/${id}/file`);
  if (!response.ok) throw new Error(`recording: ${response.status}`);
  return new Audio(URL.createObjectURL(await response.blob()));
}
