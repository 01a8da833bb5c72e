import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { recallHearts } from '../store.ts';

const OwnerContext = createContext('');

let isRecalled = false;

/** Says whose hearts a page shows. */
export function Hearts({ owner, children }: { owner: string; children: ReactNode }) {
  useEffect(() => {
    if (!isRecalled) recallHearts(owner);
    isRecalled = true;
  }, [owner]);
  return <OwnerContext value={owner}>{children}</OwnerContext>;
}

export const useOwner = (): string => useContext(OwnerContext);
