import { expect, it } from 'vitest';
import { combine } from './combine.ts';

it('does the first at once and what comes meanwhile together, so many at a time, in order', async () => {
  const batches: number[][] = [];
  const add = combine(async (items: number[]) => void batches.push(items), 3);
  await Promise.all([1, 2, 3, 4, 5, 6].map(add));
  await add(7);
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6], [7]]);
});

it('tells everyone of a batch that it failed, and goes on with the next', async () => {
  const add = combine(async (items: string[]) => {
    if (items.includes('bad')) throw new Error('no');
  }, 2);
  const results = await Promise.allSettled(['a', 'bad', 'with bad', 'b'].map(add));
  expect(results.map((each) => each.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
});
