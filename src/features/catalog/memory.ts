/** Tells when the catalogue has changed; the Bus is one. */
interface News {
  on(topic: 'catalog', listener: (key: string) => void): unknown;
}

interface Kept {
  value: Promise<unknown>;
  readAt: number;
}

/** Milliseconds that an answer is believed without asking again, in case a word over the bus was lost. */
const lifetime = 60_000;

/**
 * Answers about the catalogue, kept until the bus says that it has changed (docs/decisions/002). Many who ask the
 * same at once wait for one reading; a reading that began before a change is not kept for those who come after it.
 */
export class Memory {
  readonly #kept = new Map<string, Kept>();
  readonly #limit: number;
  readonly #now: () => number;

  constructor(news: News, limit = 300, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
    news.on('catalog', () => this.#kept.clear());
  }

  /** The kept answer under a key, or that of `read`. Null is not kept, so that unknown ids take no room. */
  get<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known && this.#now() - known.readAt < lifetime) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.value as Promise<T>;
    }
    const entry: Kept = { value: Promise.resolve(), readAt: this.#now() };
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
    if (this.#kept.size > this.#limit) this.#kept.delete(this.#kept.keys().next().value!);
    return value;
  }
}

const memories = new WeakMap<News, Memory>();

/** The memory of this process. */
export function memoryOf(news: News): Memory {
  const known = memories.get(news) ?? new Memory(news);
  memories.set(news, known);
  return known;
}
