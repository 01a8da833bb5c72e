import { useEffect, useRef, useState } from 'react';

/** A chosen file with an object URL for its preview. */
export interface Chosen {
  file: File;
  url: string;
}

/** Chosen files by name; object URLs are revoked when they are no longer shown. */
export function useChosen<K extends string>() {
  const [chosen, setChosen] = useState<Partial<Record<K, Chosen>>>({});
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  });
  useEffect(
    () => () => {
      for (const one of Object.values(latest.current) as Chosen[]) URL.revokeObjectURL(one.url);
    },
    [],
  );
  function choose(key: K, file: File | null) {
    const old = chosen[key];
    if (old) URL.revokeObjectURL(old.url);
    const next = file ? { file, url: URL.createObjectURL(file) } : undefined;
    setChosen((now) => ({ ...now, [key]: next }));
  }
  /** Removes what was uploaded; files chosen since stay. */
  function clear(sent: Partial<Record<K, Chosen>>) {
    for (const one of Object.values(sent) as (Chosen | undefined)[]) if (one) URL.revokeObjectURL(one.url);
    setChosen((now) => {
      const left = Object.entries(now).filter(([key, one]) => one !== sent[key as K]);
      return Object.fromEntries(left) as typeof now;
    });
  }
  return { chosen, choose, clear };
}
