import { describe, expect, it } from 'vitest';
import {
  arrive,
  bringBack,
  type Draft,
  discard,
  keepMine,
  meet,
  openDraft,
  settle,
  takeTheirs,
  textOf,
  write,
} from './draft.ts';

interface Text {
  title: string;
}
const stored = (title: string, version: number) => ({ content: { title }, version });
const open = (): Draft<Text> => openDraft<Text, { content: Text; version: number }>(stored('A', 1));
const typed = (title: string) => write(open(), { title });

describe('a draft', () => {
  it('EDT-06: has something unsaved only while it differs from what is stored', () => {
    expect(open().text).toBeNull();
    expect(typed('B').text).toEqual({ title: 'B' });
    expect(write(typed('B'), { title: 'A' }).text).toBeNull();
    expect(discard(typed('B')).text).toBeNull();
  });

  it('takes over what others saved only while nothing else is being written', () => {
    expect(textOf(arrive(open(), stored('C', 2)))).toEqual({ title: 'C' });
    expect(arrive(open(), stored('old', 1))).toEqual(open());
    const busy = arrive(typed('B'), stored('C', 2));
    expect(textOf(busy)).toEqual({ title: 'B' });
    expect(busy).toMatchObject({ base: { version: 1 }, theirs: { version: 2 } });
    expect(arrive(typed('B'), stored('B', 2))).toMatchObject({
      text: null,
      theirs: null,
      base: { version: 2 },
    });
  });

  it('A-66: what was read before a save of one’s own, or is that save, is no news', () => {
    const saved = settle(typed('B'), { title: 'B' }, stored('B', 2));
    expect(textOf(arrive(saved, stored('A', 1)))).toEqual({ title: 'B' });
    const written = write(saved, { title: 'C' });
    expect(arrive(written, stored('B', 2))).toMatchObject({ text: { title: 'C' }, theirs: null });
  });

  it('keeps what was written while a save was on its way', () => {
    const after = settle(write(typed('B'), { title: 'BB' }), { title: 'B' }, stored('B', 2));
    expect(after).toMatchObject({ text: { title: 'BB' }, base: { version: 2 } });
    expect(settle(typed('B'), { title: 'B' }, stored('B', 2))).toMatchObject({ text: null, revision: 0 });
  });

  it('shows what the server made of the text', () => {
    const after = settle(typed(' B '), { title: ' B ' }, stored('B', 2));
    expect(textOf(after)).toEqual({ title: 'B' });
    expect(after.revision).toBe(1);
  });

  it('EDT-05: after a conflict either text can be chosen, and mine can then be saved', () => {
    const met = meet(typed('Minha'), stored('Dela', 2));
    expect(textOf(met)).toEqual({ title: 'Minha' });
    expect(takeTheirs(met)).toMatchObject({ text: null, theirs: null, base: { version: 2 } });
    expect(textOf(takeTheirs(met))).toEqual({ title: 'Dela' });
    expect(keepMine(met)).toMatchObject({ text: { title: 'Minha' }, theirs: null, base: { version: 2 } });
  });

  it('A-66: an earlier text comes back unsaved', () => {
    expect(bringBack(open(), { title: 'Antiga' })).toMatchObject({ text: { title: 'Antiga' }, revision: 1 });
  });
});
