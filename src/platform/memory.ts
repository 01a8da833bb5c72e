import { keepNewest } from './elements.ts';

/** Where changes are announced; the Bus implements it. */
interface News<Topic extends string> {
  on(topic: Topic, listener: (key: string) => void): unknown;
}

interface Kept {
  value: Promise<unknown>;
  readAt: number;
  /** Whose messages drop it; undefined while it is read: everybody's. */
  owner?: string;
}

interface MemoryOptions {
  /** Maximum age in milliseconds, in case a message of the bus was lost. */
  lifetime?: number;
  /** Maximum number of entries; the least recently used goes first. */
  limit?: number;
  /** A message about one key drops that key only. */
  byKey?: boolean;
  now?: () => number;
}

/** Reads of this process's caches by topic: those that found a value, and those that had to read it. */
export const cacheReads = new Map<string, { hits: number; misses: number }>();

function readsOf(topic: string): { hits: number; misses: number } {
  const reads = cacheReads.get(topic) ?? { hits: 0, misses: 0 };
  cacheReads.set(topic, reads);
  return reads;
}

/** A cache that the bus invalidates (docs/decisions/002); a read that began before a change is not cached. */
export class Memory<Topic extends string> {
  readonly #kept = new Map<string, Kept>();
  readonly #options: Required<MemoryOptions>;
  readonly #reads: { hits: number; misses: number };

  constructor(news: News<Topic>, topic: Topic, options: MemoryOptions = {}) {
    this.#options = { lifetime: 60_000, limit: 300, byKey: false, now: Date.now, ...options };
    this.#reads = readsOf(topic);
    news.on(topic, (key) => {
      if (key === '*') return this.#kept.clear();
      if (this.#options.byKey) return this.#kept.delete(key);
      for (const [name, { owner = key }] of this.#kept) if (owner === key) this.#kept.delete(name);
    });
  }

  /**
   * The cached value of a key, else the result of `read`. Null is not cached, so that unknown ids take no room.
   * @param ownerOf the only one, besides `*`, whose messages drop the value; without it any message does
   */
  get<T>(key: string, read: () => Promise<T>, ownerOf?: (value: NonNullable<T>) => string): Promise<T> {
    const { lifetime, limit, now } = this.#options;
    const known = this.#kept.get(key);
    if (known && now() - known.readAt < lifetime) {
      this.#reads.hits += 1;
      keepNewest(this.#kept, key, known, limit);
      return known.value as Promise<T>;
    }
    this.#reads.misses += 1;
    const entry: Kept = { value: Promise.resolve(), readAt: now() };
    const forget = () => {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
    };
    const value = read().then((answer) => {
      if (answer === null || answer === undefined) forget();
      else if (ownerOf) entry.owner = ownerOf(answer);
      return answer;
    });
    value.catch(forget);
    entry.value = value;
    keepNewest(this.#kept, key, entry, limit);
    return value;
  }
}

/** A module's memory of a topic, one for each bus. */
export function memoriesOf<Topic extends string>(topic: Topic, options?: MemoryOptions) {
  const memories = new WeakMap<News<Topic>, Memory<Topic>>();
  return (news: News<Topic>): Memory<Topic> => {
    const known = memories.get(news) ?? new Memory(news, topic, options);
    memories.set(news, known);
    return known;
  };
}
