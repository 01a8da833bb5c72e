import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { recallHearts } from '../store.ts';

const OwnerContext = createContext('');

let isRecalled = false;

function recallOnce(): void {
  if (!isRecalled) recallHearts();
  isRecalled = true;
}

/** Says whose hearts a page shows. */
export function Hearts({ owner, children }: { owner: string; children: ReactNode }) {
  useEffect(recallOnce, []);
  return <OwnerContext value={owner}>{children}</OwnerContext>;
}

export const useOwner = (): string => useContext(OwnerContext);
