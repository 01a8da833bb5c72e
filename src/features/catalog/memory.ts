import { Memory } from '#platform/memory.ts';

/** Tells when the catalogue has changed; the Bus is one. */
interface News {
  on(topic: 'catalog', listener: (key: string) => void): unknown;
}

const memories = new WeakMap<News, Memory<'catalog'>>();

/** What this process remembers of the catalogue; any change forgets all of it, because lists hang together. */
export function memoryOf(news: News): Memory<'catalog'> {
  const known = memories.get(news) ?? new Memory(news, 'catalog');
  memories.set(news, known);
  return known;
}
