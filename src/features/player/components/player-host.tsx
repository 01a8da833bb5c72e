import { useDeferredValue, useEffect } from 'react';
import { useStore } from 'zustand/react';
import { fetchPagesAhead } from '#platform/pages-ahead.ts';
import { useLater } from '#ui/use-later.ts';
import { savesData } from '../heads.ts';
import { keepFor } from '../keeper.ts';
import { showsMini, trackOf } from '../playback.ts';
import { listenToKeys, shortcutStore } from '../shortcuts.ts';
import { playbackStore, positionStore, usePlayer } from '../store.ts';

const loadMini = () => import('./mini-player.tsx').then((module) => module.MiniPlayer);
const loadHelp = () => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp);

/** Milliseconds of playback before scripts of other pages are prefetched: the audio's bytes come first. */
const afterSound = 1000;

interface PlayerHostProps {
  /** Id of the user who may listen; null: nobody may; undefined: unknown, keep the current state. */
  listener: string | null | undefined;
}

/** The player's single place, above all pages; restores its state after a reload and loads heavy parts on demand. */
export function PlayerHost({ listener }: PlayerHostProps) {
  useEffect(() => {
    if (listener !== undefined)
      return keepFor(listener, { playback: playbackStore, position: positionStore });
  }, [listener]);
  useEffect(() => listenToKeys(), []);

  // Loaded before the mini player is needed: when the page is left.
  const isUsed = usePlayer((state) => state.queue !== null);
  useEffect(() => {
    if (isUsed) loadMini().catch(() => {});
  }, [isUsed]);

  // A failed script of the next page would reload the document and stop the sound.
  const turn = usePlayer((state) => (state.playing ? state.turn : null));
  useEffect(() => {
    if (turn === null || savesData()) return;
    const later = setTimeout(fetchPagesAhead, afterSound);
    return () => clearTimeout(later);
  }, [turn]);

  // Drawn after the button that was clicked: the first sound's event waits for what is drawn with the click.
  const isShown = usePlayer(showsMini);
  const isDue = useDeferredValue(isShown);
  const Mini = useLater(loadMini, isShown && isDue);
  const Help = useLater(
    loadHelp,
    useStore(shortcutStore, (state) => state.isHelpOpen),
  );
  return (
    <>
      <Announcement />
      {Mini ? <Mini /> : null}
      {Help ? <Help /> : null}
    </>
  );
}

/** Announces playback and errors to screen readers. */
function Announcement() {
  const text = usePlayer((state) => {
    if (state.error) return state.error;
    const track = trackOf(state);
    return state.playing && track ? `Tocando ${track.name}, de ${state.queue?.packageTitle}` : '';
  });
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
