import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { fetchPagesAhead } from '#platform/pages-ahead.ts';
import { savesData } from '../heads.ts';
import { keepFor } from '../keeper.ts';
import { showsMini, trackOf } from '../playback.ts';
import { listenToKeys, shortcutStore } from '../shortcuts.ts';
import { playbackStore, positionStore, usePlayer } from '../store.ts';
import { useLater } from './use-later.ts';

const loadMini = () => import('./mini-player.tsx').then((module) => module.MiniPlayer);
const loadHelp = () => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp);

/** Milliseconds of sound before the scripts of other pages are fetched: the sound's own bytes come first. */
const afterSound = 1000;

interface PlayerHostProps {
  /** Id of the user who may hear; null: nobody may; undefined: not known now, nothing changes. */
  listener: string | null | undefined;
}

/**
 * The player's place in the document, once, above all pages: sound goes on from page to page. It brings back what
 * was heard before a reload, listens to the keys, and shows the mini player; all heavy parts come when needed.
 */
export function PlayerHost({ listener }: PlayerHostProps) {
  useEffect(() => {
    if (listener !== undefined)
      return keepFor(listener, { playback: playbackStore, position: positionStore });
  }, [listener]);
  useEffect(() => listenToKeys(), []);

  // The mini player will be needed sooner or later: it is there when a page is left.
  const isUsed = usePlayer((state) => state.queue !== null);
  useEffect(() => {
    if (isUsed) loadMini().catch(() => {});
  }, [isUsed]);

  // What sounds is not to end because the script of the next page cannot be had.
  const turn = usePlayer((state) => (state.playing ? state.turn : null));
  useEffect(() => {
    if (turn === null || savesData()) return;
    const later = setTimeout(fetchPagesAhead, afterSound);
    return () => clearTimeout(later);
  }, [turn]);

  const Mini = useLater(loadMini, usePlayer(showsMini));
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

/** Says what begins to sound, or why it does not, to people who do not see it. */
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
