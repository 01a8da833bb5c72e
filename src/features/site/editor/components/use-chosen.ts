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
    setChosen({ ...chosen, [key]: file ? { file, url: URL.createObjectURL(file) } : undefined });
  }
  return { chosen, choose, clear: () => setChosen({}) };
}
