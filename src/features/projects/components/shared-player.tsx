import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { causeOfAnswer } from '#platform/failed-call.ts';

interface Sound {
  /** The track that plays or is paused; null: none yet. */
  trackId: string | null;
  isPlaying: boolean;
  time: number;
  duration: number;
  /** Why it could not be played. */
  failed: string | null;
}

interface SharedSound extends Sound {
  toggle: (trackId: string) => void;
  /** Goes to a part of a track, 0 to 1, and plays it. */
  seek: (trackId: string, fraction: number) => void;
}

const silence: Sound = { trackId: null, isPlaying: false, time: 0, duration: 0, failed: null };
const SoundContext = createContext<SharedSound>({ ...silence, toggle: () => {}, seek: () => {} });

/** What plays on a page for strangers, where the site's own player with its account is not. */
export const useSharedSound = (): SharedSound => useContext(SoundContext);

/** Why a sound does not play. The element does not tell what the site said, so that it is asked once more. */
async function causeOfSilence(address: string): Promise<string> {
  const answer = await fetch(address, { headers: { Range: 'bytes=0-0' } }).catch(() => null);
  return answer?.ok ? 'Tente de novo.' : causeOfAnswer(answer);
}

/** One sound for all tracks of the page: starting one stops the other. */
export function SharedPlayer({ token, children }: { token: string; children: ReactNode }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [sound, setSound] = useState<Sound>(silence);
  const wish = useRef<number | null>(null);
  const set = (part: Partial<Sound>) => setSound((now) => ({ ...now, ...part }));

  function play(trackId: string) {
    const element = audio.current;
    if (!element) return;
    if (sound.trackId !== trackId || sound.failed !== null) {
      element.src = `/aprovar/${token}/som/${trackId}`;
      setSound({ ...silence, trackId });
    }
    // A refusal is an error of the element.
    element.play().catch(() => {});
  }
  function toggle(trackId: string) {
    if (sound.trackId === trackId && sound.isPlaying) audio.current?.pause();
    else play(trackId);
  }
  function seek(trackId: string, fraction: number) {
    const isCurrent = sound.trackId === trackId && sound.duration > 0;
    if (isCurrent && audio.current) audio.current.currentTime = fraction * sound.duration;
    else wish.current = fraction;
    if (!isCurrent || !sound.isPlaying) play(trackId);
  }
  async function tellFailure(address: string) {
    set({ isPlaying: false });
    const failed = await causeOfSilence(address);
    // Another track may play by now.
    if (audio.current?.src === address) set({ failed });
  }

  return (
    <SoundContext value={{ ...sound, toggle, seek }}>
      {/* biome-ignore lint/a11y/useMediaCaption: music without words */}
      <audio
        ref={audio}
        preload="none"
        onPlay={() => set({ isPlaying: true, failed: null })}
        onPause={() => set({ isPlaying: false })}
        onTimeUpdate={({ currentTarget }) => set({ time: currentTarget.currentTime })}
        onLoadedMetadata={({ currentTarget }) => {
          set({ duration: currentTarget.duration });
          if (wish.current !== null) currentTarget.currentTime = wish.current * currentTarget.duration;
          wish.current = null;
        }}
        onError={({ currentTarget: { src } }) => void tellFailure(src)}
      />
      {children}
    </SoundContext>
  );
}
