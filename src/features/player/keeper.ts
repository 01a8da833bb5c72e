import type { StoreApi } from 'zustand/vanilla';
import { readKept, writeKept } from '#platform/kept.ts';
import { keptNames, parseKeptQueue, parseKeptSettings, parseKeptSpot } from './kept.ts';
import type { Position } from './model.ts';
import { type Playback, recall, stop, trackOf } from './playback.ts';

interface Stores {
  playback: StoreApi<Playback>;
  position: StoreApi<Position>;
}

/** Seconds of playback between two saves of the position. */
const every = 5;

let owner: string | null = null;
let hasSettings = false;

/**
 * Restores this listener's queue, paused, and saves changes; `null` clears it. Returns the unsubscribe
 * function.
 */
export function keepFor(listener: string | null, stores: Stores): () => void {
  const { playback } = stores;
  if (playback.getState().queue && owner !== null && owner !== listener) {
    playback.setState(stop(playback.getState()), true);
  }
  owner = listener;
  if (!hasSettings) playback.setState(parseKeptSettings(readKept(keptNames.settings)));
  hasSettings = true;
  if (listener === null) {
    writeKept(keptNames.queue, null);
    writeKept(keptNames.spot, null);
  } else bringBack(listener, stores);
  const ends = [keepSettings(playback)];
  if (listener !== null) ends.push(keepQueue(listener, playback), keepSpot(stores));
  return () => {
    for (const end of ends) end();
  };
}

function bringBack(listener: string, { playback, position }: Stores): void {
  if (playback.getState().queue) return;
  const queue = parseKeptQueue(readKept(keptNames.queue), listener);
  const spot = queue && parseKeptSpot(readKept(keptNames.spot), queue);
  if (!queue || !spot) return;
  playback.setState(recall(playback.getState(), queue, spot), true);
  const { duration } = position.getState();
  position.setState({ time: duration > 0 ? Math.min(spot.time, duration) : spot.time });
}

function keepSettings(playback: StoreApi<Playback>): () => void {
  return playback.subscribe(({ volume, muted, levelled, repeat }, before) => {
    const isSame = volume === before.volume && muted === before.muted && levelled === before.levelled;
    if (isSame && repeat === before.repeat) return;
    writeKept(keptNames.settings, JSON.stringify({ volume, muted, levelled, repeat }));
  });
}

function keepQueue(listener: string, playback: StoreApi<Playback>): () => void {
  const write = ({ queue }: Playback) =>
    writeKept(keptNames.queue, queue && JSON.stringify({ listener, queue }));
  if (playback.getState().queue) write(playback.getState());
  return playback.subscribe((state, before) => {
    if (state.queue !== before.queue) write(state);
  });
}

function keepSpot({ playback, position }: Stores): () => void {
  let kept = position.getState().time;
  const write = () => {
    const { queue, index, mini, minimised } = playback.getState();
    const { time } = position.getState();
    kept = time;
    const spot = queue && { packageId: queue.packageId, index, time, mini, minimised };
    writeKept(keptNames.spot, spot && JSON.stringify(spot));
  };
  const onHide = () => {
    if (playback.getState().queue) write();
  };
  const ends = [
    playback.subscribe((state, before) => {
      const isMoved = trackOf(state) !== trackOf(before) || state.playing !== before.playing;
      if (isMoved || state.mini !== before.mini || state.minimised !== before.minimised) write();
    }),
    position.subscribe(({ time }) => {
      if (Math.abs(time - kept) >= every) write();
    }),
  ];
  window.addEventListener('pagehide', onHide);
  return () => {
    for (const end of ends) end();
    window.removeEventListener('pagehide', onHide);
  };
}
