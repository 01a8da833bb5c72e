import { describe, expect, it } from 'vitest';
import type { DeskTrack } from './model.ts';
import { currentOf, goTo, grow, learn, markAfter, openDesk, remember, setMark } from './state.ts';

const track = (id: string): DeskTrack => ({
  id,
  name: `${id}.mp3`,
  durationMs: 1000,
  peaks: null,
  packageId: 'p',
  packageTitle: 'Portas',
  coverUrl: null,
  kind: 'efeitos-sonoros',
});
const [a, b, c] = [track('a'), track('b'), track('c')];
const more = async () => [];
const idsOf = ({ tracks }: { tracks: readonly DeskTrack[] }) => tracks.map(({ id }) => id);

describe('the desk', () => {
  it('opens at what plays, else at the first row', () => {
    const list = { title: 'Faixas', tracks: [a, b], total: 9 };
    expect(openDesk(list, 'b').at).toBe(1);
    expect(openDesk(list, 'x').at).toBe(0);
    expect(openDesk(list, null), 'without more, what is there is all').toMatchObject({
      total: 2,
      rest: 'none',
    });
    expect(openDesk({ ...list, more }, null)).toMatchObject({ total: 9, rest: 'more' });
  });

  it('stays within the list', () => {
    const desk = openDesk({ title: '', tracks: [a, b, c], total: 3 }, null);
    expect(goTo(desk, -1)).toBe(desk);
    expect(goTo(goTo(desk, 99), 3).at).toBe(2);
    const empty = openDesk({ title: '', tracks: [], total: 0, more }, null);
    expect(currentOf(goTo(empty, 1))).toBeNull();
    expect(currentOf(grow(empty, [a])), 'the first to come is the current one').toBe(a);
  });

  it('grows without repeating a track, and ends with an empty answer', () => {
    const desk = openDesk({ title: '', tracks: [a], total: 2, more }, null);
    const grown = grow(desk, [a, b, b]);
    expect(idsOf(grown)).toEqual(['a', 'b']);
    expect(grown.rest).toBe('more');
    expect(grow(grown, [c]).total, 'more than was promised').toBe(3);
    expect(grow(desk, [])).toMatchObject({ rest: 'none', total: 1 });
  });

  it('keeps what was marked before the marks came', () => {
    const opened = openDesk({ title: '', tracks: [a, b], total: 2 }, null);
    const marked = setMark(setMark(opened, 'a', 4), 'b', null);
    const desk = learn(marked, ['a', 'b', 'c'], { marks: { a: 1, b: 1, c: 1 }, saved: ['c'] });
    expect([...desk.marks]).toEqual(expect.arrayContaining([['a', 4], ['b', null], ['c', 1]])); // biome-ignore format: pairs
    expect(desk.saved.has('c')).toBe(true);
    expect(markAfter(desk, a, 4), 'the same mark again').toBeNull();
    expect(markAfter(desk, a, 5)).toBe(5);
  });

  it('remembers fifty deeds', () => {
    let desk = openDesk({ title: '', tracks: [a], total: 1 }, null);
    for (let n = 0; n < 60; n++) desk = remember(desk, { kind: 'heart', track: a, before: n % 2 === 0 });
    expect(desk.deeds).toHaveLength(50);
  });
});
