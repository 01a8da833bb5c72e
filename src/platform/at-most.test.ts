import { expect, it } from 'vitest';
import { atMost } from './at-most.ts';

it('lets so many run at once, in their order, also after one has failed', async () => {
  const twoAtOnce = atMost(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (at: number) =>
    twoAtOnce(async () => {
      begun.push(at);
      await new Promise<void>((end) => ends.push(end));
      if (at === 0) throw new Error('failed');
      return at;
    });
  const all = Promise.allSettled([0, 1, 2, 3].map(work));
  expect(begun).toEqual([0, 1]);
  ends[0]!();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[1]!();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  ends[2]!();
  ends[3]!();
  expect((await all).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  await expect(twoAtOnce(async () => 'free')).resolves.toBe('free');
});
