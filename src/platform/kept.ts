/** Reads a value from localStorage; null when the browser does not store anything. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Writes a value to localStorage, or removes it with null. Does nothing when storage is full or forbidden. */
export function writeKept(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // works without storage
  }
}
