import { expect, it } from 'vitest';
import { rememberEach } from './memory.ts';

/** Announces changes like the bus. */
function aBus() {
  const listeners: ((key: string) => void)[] = [];
  return {
    on: (_topic: string, listener: (key: string) => void) => {
      listeners.push(listener);
      return () => {};
    },
    change: () => {
      for (const listener of listeners) listener('*');
    },
  };
}

it('items are read once, come in the order of their ids, and unknown ones are left out', async () => {
  const bus = aBus();
  const asked: string[][] = [];
  const several = {
    name: 'items',
    most: 10,
    read: async (ids: string[]) => {
      asked.push(ids);
      return ids.filter((id) => id !== 'x').map((id) => ({ id }));
    },
  };
  const idsOf = async (ids: string[]) => (await rememberEach(bus, ids, several)).map(({ id }) => id);
  expect(await idsOf(['b', 'x', 'a'])).toEqual(['b', 'a']);
  expect(await idsOf(['a', 'c', 'b'])).toEqual(['a', 'c', 'b']);
  expect(asked).toEqual([['b', 'x', 'a'], ['c']]);
});

it('all of a list longer than what is kept is there', async () => {
  const several = { name: 'few', most: 2, read: async (ids: string[]) => ids.map((id) => ({ id })) };
  expect((await rememberEach(aBus(), ['a', 'b', 'c'], several)).length).toBe(3);
});

it('what was read while the catalogue changed is not kept', async () => {
  const bus = aBus();
  let title = 'antes';
  let isFirst = true;
  const read = async (ids: string[]) => {
    const items = ids.map((id) => ({ id, title }));
    if (isFirst) {
      isFirst = false;
      title = 'depois';
      bus.change();
    }
    return items;
  };
  await rememberEach(bus, ['a'], { name: 'items', most: 10, read });
  expect(await rememberEach(bus, ['a'], { name: 'items', most: 10, read })).toEqual([
    { id: 'a', title: 'depois' },
  ]);
});
