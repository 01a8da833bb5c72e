import type { Bus } from '#platform/bus.server.ts';
import { keepNewest } from '#platform/elements.ts';
import { memoriesOf } from '#platform/memory.ts';

/** Milliseconds that the catalogue is cached when nothing of it changes. */
const lifetime = 600_000;

/** The process's cache of the catalogue; any change clears all of it, because lists depend on each other. */
export const memoryOf = memoriesOf('catalog', { lifetime, limit: 1000 });

/** The same for lists by term, filters and place: only the ids, so that many take little room. */
export const listMemoryOf = memoriesOf('catalog', { lifetime, limit: 5000 });

/** The same for pages of sections: each holds the ids of all sections, so that few are kept. */
export const sectionMemoryOf = memoriesOf('catalog', { lifetime, limit: 300 });

/** The same for what terms find before filters: each holds a whole query. */
export const foundMemoryOf = memoriesOf('catalog', { lifetime, limit: 300 });

interface Several<Item> {
  /** Names the cache of these items. */
  name: string;
  /** Items in the cache at most. */
  most: number;
  /** Reads the items that are not cached yet, in any order. */
  read: (ids: string[]) => Promise<Item[]>;
}

/** Items by id in the given order, each read once until the catalogue changes; unknown ids are left out. */
export async function rememberEach<Item extends { id: string }>(
  bus: Pick<Bus, 'on'>,
  ids: readonly string[],
  { name, most, read }: Several<Item>,
): Promise<Item[]> {
  // The map is taken before the items are read: after a change nobody asks this map any more, so stale items do no harm.
  const kept = await memoryOf(bus).get(name, async () => new Map<string, Item>());
  const found = new Map(ids.map((id) => [id, kept.get(id)]));
  const missing = ids.filter((id) => !found.get(id));
  for (const item of missing.length > 0 ? await read(missing) : []) {
    found.set(item.id, item);
    keepNewest(kept, item.id, item, most);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
