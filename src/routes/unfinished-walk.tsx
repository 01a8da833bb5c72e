import { useEffect } from 'react';
import { useNavigation } from 'react-router';

/** Name in sessionStorage. */
const keptName = 'unfinished-walk';

function keep(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(keptName);
    else sessionStorage.setItem(keptName, path);
  } catch {
    // without storage the person clicks again
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
 * Completes a navigation after a release. The scripts that an open tab knows are gone then; when the router fails to
 * load the clicked page's script, it reloads the current page and forgets the click. Renders nothing.
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
