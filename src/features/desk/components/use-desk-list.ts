import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { loadCues, startOf } from '#features/cues/store.ts';
import { useOwner } from '#features/favorites/components/hearts.tsx';
import { trackOf } from '#features/player/playback.ts';
import { playbackStore, player, usePlayer } from '#features/player/store.ts';
import type { DeskList } from '../model.ts';
import { fetchOwnTracks } from '../send-mark.ts';
import { type Desk, goTo, grow, learn, openDesk } from '../state.ts';

/** Rows before the end of what is known at which further ones are read. */
const margin = 40;
/** Rows whose sound is fetched ahead, beyond the current one and those beside it. */
const further = [2, 3, 4] as const;

type SetDesk = Dispatch<SetStateAction<Desk>>;

/** The desk's list: its rows, the current one, further tracks, and what the listener keeps about them. */
export function useDeskList(list: DeskList) {
  const [desk, setDesk] = useState(() => openDesk(list, trackOf(playbackStore.getState())?.id ?? null));
  const readMore = useMore(list, setDesk);
  const isNearEnd = desk.rest === 'more' && desk.at + margin >= desk.tracks.length;
  useEffect(() => {
    if (isNearEnd) readMore();
  }, [isNearEnd, readMore]);
  useOwnTracks(desk, setDesk);
  useSoundAhead(desk);
  useCuesAhead(desk);
  useFollow(setDesk);
  return { desk, setDesk, readMore };
}

function useMore({ more }: DeskList, setDesk: SetDesk): () => void {
  const isReading = useRef(false);
  return useCallback(() => {
    if (!more || isReading.current) return;
    isReading.current = true;
    setDesk((desk) => ({ ...desk, rest: 'reading' }));
    more()
      .then(
        (added) => setDesk((desk) => grow(desk, added)),
        () => setDesk((desk) => ({ ...desk, rest: 'failed' })),
      )
      .finally(() => {
        isReading.current = false;
      });
  }, [more, setDesk]);
}

/** Asks for each track once; without an answer again with the next tracks. */
function useOwnTracks({ tracks }: Desk, setDesk: SetDesk): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const ids = tracks.flatMap(({ id }) => (asked.current.has(id) ? [] : id));
    if (ids.length === 0) return;
    for (const id of ids) asked.current.add(id);
    fetchOwnTracks(ids).then(
      (own) => setDesk((desk) => learn(desk, ids, own)),
      () => {
        for (const id of ids) asked.current.delete(id);
      },
    );
  }, [tracks, setDesk]);
}

/** Prefetches the sound of the rows around the current one. */
function useSoundAhead({ tracks, at }: Desk): void {
  const owner = useOwner();
  const near = [at, at + 1, at - 1, ...further.map((by) => at + by)];
  const ids = near.flatMap((row) => tracks[row]?.id ?? []).join(' ');
  useEffect(() => {
    if (!ids) return;
    return player.prepareAll(ids.split(' ').map((trackId) => ({ trackId, from: startOf(owner, trackId) })));
  }, [ids, owner]);
}

/** Rows after the current one whose cue points are fetched together, before the last of them is reached. */
const cuesAhead = 60;

/** Prefetches the cue points of the rows that play next. */
function useCuesAhead({ tracks, at }: Desk): void {
  const owner = useOwner();
  const from = Math.max(0, at - 1);
  const block = from - (from % (cuesAhead / 2));
  const ids = tracks.slice(block, block + cuesAhead).map(({ id }) => id);
  const key = ids.join(' ');
  useEffect(() => void loadCues(owner, key ? key.split(' ') : []), [owner, key]);
}

/** Keys of the keyboard's own player change what plays: its row becomes the current one. */
function useFollow(setDesk: SetDesk): void {
  const playing = usePlayer((state) => trackOf(state)?.id ?? null);
  useEffect(() => {
    setDesk((desk) => {
      const at = desk.tracks.findIndex(({ id }) => id === playing);
      return at < 0 ? desk : goTo(desk, at);
    });
  }, [playing, setDesk]);
}
