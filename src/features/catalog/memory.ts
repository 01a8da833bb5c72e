import { Memory } from '#platform/memory.ts';

/** Where changes of the catalogue are announced; the Bus implements it. */
interface News {
  on(topic: 'catalog', listener: (key: string) => void): unknown;
}

const memories = new WeakMap<News, Memory<'catalog'>>();

/** The process's cache of the catalogue; any change clears all of it, because lists depend on each other. */
export function memoryOf(news: News): Memory<'catalog'> {
  const known = memories.get(news) ?? new Memory(news, 'catalog');
  memories.set(news, known);
  return known;
}
