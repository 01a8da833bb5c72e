import { useEffect, useRef, useState } from 'react';

/** A chosen file and an address to show it before it is sent. */
export interface Chosen {
  file: File;
  url: string;
}

/** Chosen files by name; their addresses are given back to the browser when they are no longer shown. */
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
  /** Lets go of what has been sent; what was chosen since stays. */
  function clear(sent: Partial<Record<K, Chosen>>) {
    for (const one of Object.values(sent) as (Chosen | undefined)[]) if (one) URL.revokeObjectURL(one.url);
    setChosen((now) => {
      const left = Object.entries(now).filter(([key, one]) => one !== sent[key as K]);
      return Object.fromEntries(left) as typeof now;
    });
  }
  return { chosen, choose, clear };
}
