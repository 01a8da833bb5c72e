import type { Bus } from '#platform/bus.server.ts';
import { keepNewest } from '#platform/elements.ts';
import { memoriesOf } from '#platform/memory.ts';

/** Milliseconds that the catalogue is cached when nothing of it changes. */
const lifetime = 600_000;

/** The process's cache of the catalogue; any change clears all of it, because lists depend on each other. */
export const memoryOf = memoriesOf('catalog', { lifetime, limit: 1000 });

/** The same for lists by term, filters and place: only the ids, so that many take little room. */
export const listMemoryOf = memoriesOf('catalog', { lifetime, limit: 5000 });

interface Several<Item> {
  /** What the items are, with how many of them are cached. */
  name: string;
  most: number;
  /** Reads those that are not cached yet, in any order. */
  read: (ids: string[]) => Promise<Item[]>;
}

/** Items by id in the given order, each read once until the catalogue changes; unknown ids are left out. */
export async function rememberEach<Item extends { id: string }>(
  bus: Pick<Bus, 'on'>,
  ids: readonly string[],
  { name, most, read }: Several<Item>,
): Promise<Item[]> {
  // Taken before reading: what a change makes stale is written into a map that nobody asks any more.
  const kept = await memoryOf(bus).get(name, async () => new Map<string, Item>());
  const found = new Map(ids.map((id) => [id, kept.get(id)]));
  const missing = ids.filter((id) => !found.get(id));
  for (const item of missing.length > 0 ? await read(missing) : []) {
    found.set(item.id, item);
    keepNewest(kept, item.id, item, most);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
