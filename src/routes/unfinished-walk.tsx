import { useEffect } from 'react';
import { useNavigation } from 'react-router';

/** Name in sessionStorage. */
const keptName = 'unfinished-walk';

function keep(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(keptName);
    else sessionStorage.setItem(keptName, path);
  } catch {
    // nothing is kept here: the person clicks again
  }
}

function take(): string | null {
  try {
    const path = sessionStorage.getItem(keptName);
    keep(null);
    return path;
  } catch {
    return null;
  }
}

const isReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/**
 * After a release the scripts that an open tab knows are gone. When the router cannot get the one of the page that was
 * clicked, it loads the page anew that is open, and forgets the click. This leads on to where the person wanted to go.
 * Shows nothing.
 */
export function UnfinishedWalk() {
  const { state, formMethod, location } = useNavigation();
  const aim = state === 'loading' && !formMethod ? location.pathname + location.search + location.hash : null;

  useEffect(() => {
    const path = take();
    if (path && isReloaded()) window.location.assign(path);
  }, []);

  useEffect(() => {
    if (!aim) return;
    const onLeave = () => keep(aim);
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, [aim]);

  return null;
}
