import { useCallback, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand/react';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { toast } from '#ui/toast.tsx';
import type { FavoriteItem } from '../model.ts';
import { heartStore, keyOf, setHeart, toastOf } from '../store.ts';
import { useOwner } from './hearts.tsx';

/** Whether a heart is on, clicks included. */
export function useIsHeartOn(item: FavoriteItem, isSaved = false): boolean {
  const key = keyOf(useOwner(), item);
  return useStore(heartStore, ({ wished }) => wished.get(key) ?? isSaved);
}

/** Sets a heart and says how it went, or with `isQuiet` only that it failed; leads to /auth without a session, to the plans without one (FAV-01, A-10). */
export function useSetHeart(isQuiet = false): (item: FavoriteItem, on: boolean, name?: string) => void {
  const owner = useOwner();
  const navigate = useNavigate();
  const location = useLocation();
  const place = useRef(location);
  place.current = location;
  return useCallback(
    async function set(item: FavoriteItem, on: boolean, name?: string): Promise<void> {
      const key = keyOf(owner, item);
      const outcome = await setHeart(key, item, on, !on);
      const message = toastOf(outcome, item, on, name);
      // A removed row has left its list, so only the message can undo it.
      const undo = { label: 'Desfazer', onSelect: () => void set(item, true, name) };
      const action = outcome.kind === 'removed' ? { action: undo } : {};
      if (message && (!isQuiet || message.tone === 'error'))
        toast({ ...message, ...action, id: `favorito-${key}` });
      if (outcome.kind === 'sign-in') await navigate(signInAddress(place.current));
      if (outcome.kind === 'no-plan') await navigate('/#planos');
    },
    [owner, navigate, isQuiet],
  );
}

/** A heart's state, clicks included, and its click handler. @param name said in the message */
export function useHeart(
  item: FavoriteItem,
  isSaved: boolean | undefined,
  name: string,
): { isOn: boolean; toggle: () => void } {
  const isOn = useIsHeartOn(item, isSaved);
  const set = useSetHeart();
  return { isOn, toggle: () => set(item, !isOn, name) };
}
