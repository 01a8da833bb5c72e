import { lazy, Suspense } from 'react';
import { useStore } from 'zustand/react';
import { wishStore } from '../store.ts';

const AddDialog = lazy(() => import('./add-dialog.tsx').then((module) => ({ default: module.AddDialog })));

/** The place of the dialog that asks for a project; it is fetched when first needed. */
export function AddHost() {
  const isAsked = useStore(wishStore, (state) => state.wish !== null);
  return isAsked ? (
    <Suspense>
      <AddDialog />
    </Suspense>
  ) : null;
}
