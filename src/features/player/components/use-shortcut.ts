import { useEffect, useRef } from 'react';
import { registerShortcut } from '../shortcuts.ts';

/** A key of this page while it is open, like `/` for its search box; shown in the list of keys under `?`. */
export function useShortcut(key: string, label: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => registerShortcut({ keys: [key], label, run: () => latest.current() }), [key, label]);
}
