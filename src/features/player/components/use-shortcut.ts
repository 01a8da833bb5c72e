import { useEffect, useRef } from 'react';
import { registerShortcut } from '../shortcuts.ts';

/** A shortcut of this page while it is open, such as `/` for its search box; listed under `?`. */
export function useShortcut(key: string, label: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => registerShortcut({ keys: [key], label, run: () => latest.current() }), [key, label]);
}
