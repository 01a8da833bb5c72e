/** Tells when something has changed; the Bus is one. */
interface News<Topic extends string> {
  on(topic: Topic, listener: (key: string) => void): unknown;
}

interface Kept {
  value: Promise<unknown>;
  readAt: number;
}

interface MemoryOptions {
  /** Milliseconds that an answer is believed without asking again, in case a word over the bus was lost. */
  lifetime?: number;
  /** Answers that are kept; the one asked for longest ago goes first. */
  limit?: number;
  /** A word about one key forgets that key alone; without it, any word forgets everything. */
  byKey?: boolean;
  now?: () => number;
}

/**
 * Answers kept until the bus says that something has changed (docs/decisions/002). Many who ask the same at once wait
 * for one reading; a reading that began before a change is not kept for those who come after it.
 */
export class Memory<Topic extends string> {
  readonly #kept = new Map<string, Kept>();
  readonly #options: Required<MemoryOptions>;

  constructor(news: News<Topic>, topic: Topic, options: MemoryOptions = {}) {
    this.#options = { lifetime: 60_000, limit: 300, byKey: false, now: Date.now, ...options };
    news.on(topic, (key) => {
      if (this.#options.byKey && key !== '*') this.#kept.delete(key);
      else this.#kept.clear();
    });
  }

  /** The kept answer under a key, or that of `read`. Null is not kept, so that unknown ids take no room. */
  get<T>(key: string, read: () => Promise<T>): Promise<T> {
    const { lifetime, limit, now } = this.#options;
    const known = this.#kept.get(key);
    if (known && now() - known.readAt < lifetime) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.value as Promise<T>;
    }
    const entry: Kept = { value: Promise.resolve(), readAt: now() };
    const forget = () => {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
    };
    const value = read().then((answer) => {
      if (answer === null) forget();
      return answer;
    });
    value.catch(forget);
    entry.value = value;
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    if (this.#kept.size > limit) this.#kept.delete(this.#kept.keys().next().value!);
    return value;
  }
}
