import { type ComponentType, useEffect, useState } from 'react';

/** A component that is loaded on first use; null until then. After a failure the next use retries. */
export function useLater(load: () => Promise<ComponentType>, isWanted: boolean): ComponentType | null {
  const [View, setView] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isWanted || View) return;
    let isOver = false;
    load().then(
      (component) => {
        if (!isOver) setView(() => component);
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [load, isWanted, View]);
  return isWanted ? View : null;
}
