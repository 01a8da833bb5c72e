import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Busy, Turns } from './turns.ts';

/** Tasks that run until they are ended, and the names of those that have begun. */
function opened(bounds: ConstructorParameters<typeof Turns>[0]) {
  const turns = new Turns(bounds);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, more: { weight?: number; signal?: AbortSignal } = {}) =>
    turns.run({ caller: name.slice(0, 1), ...more }, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      if (name.endsWith('!')) throw new Error('failed');
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { turns, begun, ask, end };
}

describe('OPS-19: places for costly work', () => {
  it('go to callers in turn, whoever asked most, and on after a failure', async () => {
    const { begun, ask, end } = opened({ atOnce: 1 });
    const all = Promise.allSettled(['a1!', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => ask(name)));
    for (const name of ['a1!', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      await setImmediate();
      expect(begun.at(-1)).toBe(name);
      await end(name);
    }
    expect((await all).map(({ status }) => status)).toEqual(['rejected', ...Array(5).fill('fulfilled')]);
  });

  it('are bounded for each caller, so that one is left for another', async () => {
    const { begun, ask, end } = opened({ atOnce: 3, ofOne: 2 });
    const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => ask(name)));
    await setImmediate();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(begun.at(-1)).toBe('b2');
    await end('a2');
    expect(begun.at(-1)).toBe('a3');
    for (const name of ['b1', 'a3', 'b2', 'a4']) await end(name);
    await all;
  });

  it('refuse a caller whose queue is full, and nobody else', async () => {
    const { begun, ask, end } = opened({ atOnce: 4, ofOne: 1, waiting: 1 });
    const all = Promise.all([ask('a1'), ask('a2')]);
    await expect(ask('a3')).rejects.toBeInstanceOf(Busy);
    const other = ask('b1');
    await setImmediate();
    expect(begun).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'a2', 'b1']) await end(name);
    await Promise.all([all, other]);
    const again = ask('a4');
    await setImmediate();
    await end('a4');
    await expect(again).resolves.toBe('a4');
  });

  it('are not kept for a caller who has left', async () => {
    const { begun, ask, end } = opened({ atOnce: 1 });
    const leaving = new AbortController();
    const first = ask('a1');
    const left = ask('a2', { signal: leaving.signal });
    const last = ask('a3');
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await expect(ask('b1', { signal: leaving.signal })).rejects.toThrow('left');
    await end('a1');
    expect(begun).toEqual(['a1', 'a3']);
    await end('a3');
    await Promise.all([first, last]);
  });

  it('by weight, let nobody pass a heavy task that waits for room', async () => {
    const { begun, ask, end } = opened({ atOnce: 10, ofOne: 6 });
    const all = Promise.all([
      ask('a1', { weight: 5 }),
      ask('b1', { weight: 4 }),
      ask('c1', { weight: 6 }),
      ask('d1', { weight: 1 }),
      ask('e1', { weight: 99 }),
    ]);
    await setImmediate();
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await end('b1');
    expect(begun.at(-1)).toBe('d1');
    await end('d1');
    await end('c1');
    expect(begun.at(-1)).toBe('e1');
    await end('e1');
    await all;
  });

  it('can be held, and are given back once', async () => {
    const turns = new Turns({ atOnce: 2, waiting: 0 });
    const [one] = [await turns.take({ caller: 'a' }), await turns.take({ caller: 'a' })];
    await expect(turns.take({ caller: 'a' })).rejects.toBeInstanceOf(Busy);
    one?.();
    one?.();
    await turns.take({ caller: 'a' });
    await expect(turns.take({ caller: 'b' })).rejects.toBeInstanceOf(Busy);
  });
});
