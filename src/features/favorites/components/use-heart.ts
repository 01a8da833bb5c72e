import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand/react';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { toast } from '#ui/toast.tsx';
import type { FavoriteItem } from '../model.ts';
import { heartStore, keyOf, setHeart, toastOf } from '../store.ts';
import { useOwner } from './hearts.tsx';

/** A heart's state, clicks included, and its click handler; leads to /auth without a session, to the plans without one (FAV-01, A-10). */
export function useHeart(item: FavoriteItem, isSaved = false): { isOn: boolean; toggle: () => void } {
  const key = keyOf(useOwner(), item);
  const isOn = useStore(heartStore, ({ wished }) => wished.get(key) ?? isSaved);
  const navigate = useNavigate();
  const location = useLocation();

  async function toggle() {
    const outcome = await setHeart(key, item, !isOn, isOn);
    const message = toastOf(outcome, item, !isOn);
    if (message) toast({ ...message, id: `favorito-${key}` });
    if (outcome.kind === 'sign-in') await navigate(signInAddress(location));
    if (outcome.kind === 'no-plan') await navigate('/#planos');
  }

  return { isOn, toggle: () => void toggle() };
}
