import { expect, it } from 'vitest';
import { inGroups } from './in-groups.ts';

it('answers calls that come together by one, each with its own result', async () => {
  const groups: number[][] = [];
  const double = inGroups(
    async (items: number[]) => {
      groups.push(items);
      return items.map((n) => n * 2);
    },
    { most: 3, groups: 2, pause: 5 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(groups).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

it('works on no more groups than it may', async () => {
  let most = 0;
  let now = 0;
  const slow = inGroups(
    async (items: number[]) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return items;
    },
    { most: 1, groups: 2, pause: 1 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(slow))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});

it('fails for a group, and goes on with the next', async () => {
  const picky = inGroups(
    async (items: number[]) => {
      if (items.includes(2)) throw new Error('two');
      return items;
    },
    { most: 2, groups: 1, pause: 1 },
  );
  const all = await Promise.allSettled([1, 2, 3, 4].map(picky));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
});
