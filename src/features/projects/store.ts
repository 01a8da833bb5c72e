import { createStore } from 'zustand/vanilla';
import type { Addition } from './model.ts';

/** What somebody wants to add to a project. */
export interface Wish {
  what: Addition;
  /** The track's or the package's name. */
  name: string;
  /** Hears of what was added, with what takes it back. */
  onAdded?: (takeBack: () => void) => void;
}

/** The wish whose project is being chosen; null: none. */
export const wishStore = createStore<{ wish: Wish | null }>(() => ({ wish: null }));

/** Asks to which project something is added. */
export const askForProject = (wish: Wish): void => wishStore.setState({ wish });

export const endAsking = (): void => wishStore.setState({ wish: null });
