import { useEffect, useRef, useState } from 'react';
import { AddressRefused, askAddress } from '#features/player/address-book.ts';
import { SoundTurn } from '#platform/sound-turn.ts';
import { toast } from '#ui/toast.tsx';
import { type HeardEnd, volumeAt } from '../fade.ts';

interface Preview {
  /** The track whose end is heard now. */
  playing: string | null;
  /** Lets its end be heard, or stops it. */
  toggle(trackId: string, end: HeardEnd): void;
}

/** Lets the end of a track be heard with its fade, before it is made. */
export function useEndPreview(): Preview {
  const [playing, setPlaying] = useState<string | null>(null);
  const stop = useRef<() => void>(() => {});
  useEffect(() => () => stop.current(), []);
  const toggle = (trackId: string, end: HeardEnd) => {
    stop.current();
    if (playing === trackId) return;
    setPlaying(trackId);
    const over = () => setPlaying((now) => (now === trackId ? null : now));
    stop.current = hearEnd(trackId, end, over);
  };
  return { playing, toggle };
}

/** Plays the end; returns a function that stops it. @param ended called once when it is over */
function hearEnd(trackId: string, end: HeardEnd, ended: () => void): () => void {
  const audio = new Audio();
  let frame = 0;
  let isOver = false;
  const stop = () => {
    if (isOver) return;
    isOver = true;
    cancelAnimationFrame(frame);
    audio.pause();
    audio.removeAttribute('src');
    turn.close();
    ended();
  };
  const turn = new SoundTurn(stop);
  const follow = () => {
    const now = audio.currentTime * 1000;
    audio.volume = volumeAt(now, end);
    if (now >= end.toMs) stop();
    else frame = requestAnimationFrame(follow);
  };
  const fail = (error: unknown) => {
    if (isOver) return;
    stop();
    const description = error instanceof AddressRefused ? error.message : 'O áudio não pôde ser tocado.';
    toast({ title: 'Não foi possível ouvir o final', description, tone: 'error' });
  };
  audio.addEventListener('error', fail);
  audio.addEventListener('ended', stop);
  audio.addEventListener('playing', () => {
    turn.take();
    follow();
  });
  turn.claim();
  // Called within the click: Safari then allows this element to play once the address arrives.
  audio.play().catch(() => {});
  askAddress(trackId)
    .then(({ url }) => {
      if (isOver) return;
      audio.src = url;
      audio.currentTime = end.fromMs / 1000;
      return audio.play();
    })
    .catch(fail);
  return stop;
}
