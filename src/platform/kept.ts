/** Reads what this browser keeps under a name, for all tabs of the site; null where it keeps nothing. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text, or with null forgets it. Where the browser keeps nothing (full or forbidden), nothing happens. */
export function writeKept(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // the site works all the same
  }
}
