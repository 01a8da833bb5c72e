import type { ObjectStat } from '#platform/storage/storage.ts';

/** Tolerance in milliseconds for one object's age: servers round differently. */
const slack = 2000;

/** An object that was verified as equal in both stores. */
interface Entry {
  key: string;
  source: { size: number; time: number };
  target: { size: number; time: number };
}

const isSame = (known: Entry['source'], now: ObjectStat): boolean =>
  known.size === now.size && Math.abs(known.time - now.modifiedAt.getTime()) <= slack;

const factsOf = ({ size, modifiedAt }: ObjectStat): Entry['source'] => ({ size, time: modifiedAt.getTime() });

/** Records verified objects, so that the next copy reads only what is new; ignores a half-written last line. */
export class Journal {
  readonly #entries = new Map<string, Entry>();
  readonly #write: (line: string) => void;

  constructor(text: string, write: (line: string) => void) {
    this.#write = write;
    for (const line of text.split('\n')) {
      const entry = readLine(line);
      if (entry) this.#entries.set(entry.key, entry);
    }
  }

  /** Whether these two objects were verified and are unchanged since. */
  knows(key: string, source: ObjectStat, target: ObjectStat): boolean {
    const entry = this.#entries.get(key);
    return entry !== undefined && isSame(entry.source, source) && isSame(entry.target, target);
  }

  note(key: string, source: ObjectStat, target: ObjectStat): void {
    const entry = { key, source: factsOf(source), target: factsOf(target) };
    this.#entries.set(key, entry);
    this.#write(`${JSON.stringify(entry)}\n`);
  }
}

function readLine(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}
