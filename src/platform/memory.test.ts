import { describe, expect, it } from 'vitest';
import { Memory } from './memory.ts';

function aMemory(limit = 300) {
  let tell: (key: string) => void = () => {};
  const time = { now: 0 };
  const news = { on: (_topic: 'catalog', listener: (key: string) => void) => (tell = listener) };
  return { memory: new Memory(news, 'catalog', { limit, now: () => time.now }), tell: () => tell('*'), time };
}

describe('what a process remembers of the catalogue', () => {
  it('reads once for many who ask at once, and again after a change', async () => {
    const { memory, tell } = aMemory();
    let readings = 0;
    const read = async () => ++readings;
    expect(await Promise.all([memory.get('a', read), memory.get('a', read)])).toEqual([1, 1]);
    tell();
    expect(await memory.get('a', read)).toBe(2);
  });

  it('does not keep what was being read while the catalogue changed', async () => {
    const { memory, tell } = aMemory();
    let finish: (value: string) => void = () => {};
    const old = memory.get('a', () => new Promise<string>((done) => (finish = done)));
    tell();
    const fresh = memory.get('a', async () => 'new');
    finish('old');
    expect([await old, await fresh, await memory.get('a', async () => 'newer')]).toEqual([
      'old',
      'new',
      'new',
    ]);
  });

  it('believes an answer for a minute and no longer', async () => {
    const { memory, time } = aMemory();
    let readings = 0;
    const read = async () => ++readings;
    await memory.get('a', read);
    time.now = 59_999;
    expect(await memory.get('a', read)).toBe(1);
    time.now = 60_000;
    expect(await memory.get('a', read)).toBe(2);
  });

  it('keeps neither failures nor what is not there, and no more than its limit', async () => {
    const { memory } = aMemory(2);
    await expect(memory.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await memory.get<string | null>('a', async () => null)).toBe(null);
    expect(await memory.get('a', async () => 'a')).toBe('a');
    await memory.get('b', async () => 'b');
    await memory.get('a', async () => 'never');
    await memory.get('c', async () => 'c');
    expect(await memory.get('a', async () => 'again')).toBe('a');
    expect(await memory.get('b', async () => 'again')).toBe('again');
  });
});
