import { describe, expect, it } from 'vitest';
import { Recovery } from './recovery.ts';

describe('a track that cannot go on', () => {
  it('PLY-18: gets a new address once, and again after sound has come out', () => {
    const recovery = new Recovery();
    expect(recovery.mayRenew(12)).toBe(true);
    recovery.heard(12.5);
    expect(recovery.mayRenew(12.5)).toBe(false);
    recovery.heard(13.5);
    expect(recovery.mayRenew(600)).toBe(true);
  });

  it('PLY-07: a missing file is not asked for without end, but a click asks again', () => {
    const recovery = new Recovery();
    expect([recovery.mayRenew(0), recovery.mayRenew(0), recovery.mayRenew(0)]).toEqual([true, false, false]);
    recovery.asked();
    expect(recovery.mayRenew(0)).toBe(true);
  });

  it('a lost line is tried again after growing waits, and then no more', () => {
    const recovery = new Recovery();
    const waits = Array.from({ length: 6 }, () => recovery.nextRetry());
    expect(waits).toEqual([2000, 4000, 8000, 15_000, 30_000, null]);
    recovery.reset();
    expect(recovery.nextRetry()).toBe(2000);
  });
});
