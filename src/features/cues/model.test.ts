import { describe, expect, it } from 'vitest';
import { setCuesSchema } from './cues-input.ts';
import { cuesOf, cueTexts, differences, formatCue, movePoint, spokenCue } from './model.ts';

const points = { startMs: 500, introMs: 8000, endMs: 50_000 };
const estimate = { ...points, loudFromMs: 20_000, loudToMs: 30_000, segueMs: 48_000 };

describe('a cue point', () => {
  it.each([
    ['startMs', 700, { startMs: 700 }],
    ['startMs', -5, { startMs: 0 }],
    ['startMs', 9000, { startMs: 8000 }],
    ['introMs', 100, { introMs: 500 }],
    ['introMs', 60_000, { introMs: 50_000 }],
    ['endMs', 100, { endMs: 8000 }],
    ['endMs', 70_000, { endMs: 60_000 }],
    ['endMs', 49_000.6, { endMs: 49_001 }],
  ] as const)('%s moved to %i is held by its neighbours', (point, ms, moved) =>
    expect(movePoint(points, point, ms, 60_000)).toEqual({ ...points, ...moved }),
  );

  it('at the start takes along an intro that is none', () => {
    const none = { ...points, introMs: 500 };
    expect(movePoint(none, 'startMs', 900, 60_000)).toEqual({ ...none, startMs: 900, introMs: 900 });
    expect(differences({ ...none, introMs: 500 }, { ...estimate, introMs: null })).toBeNull();
  });

  it.each([
    { startMs: 0.5, introMs: 1, endMs: 2 },
    { startMs: -1, introMs: 1, endMs: 2 },
    { startMs: '0', introMs: 1, endMs: 2 },
    { startMs: 0, introMs: 1, endMs: 1e12 },
    { startMs: 0, introMs: 1 },
    { startMs: 0, introMs: 1, endMs: 2, segueMs: 3 },
  ])('%j is refused with a sentence', (sent) => {
    expect(setCuesSchema.safeParse(sent).error?.issues[0]?.message).toBe(cueTexts.order);
  });

  it('is written and said', () => {
    expect(formatCue(8250)).toBe('0:08,250');
    expect(formatCue(125_007)).toBe('2:05,007');
    expect(spokenCue(8250)).toBe('8,25 segundos');
    expect(spokenCue(61_000)).toBe('1 minuto e 1,00 segundos');
  });

  it('that an older estimate allowed and a newer one does not stays within the sound', () => {
    const own = { startMs: 49_000, introMs: null, endMs: null };
    const cues = cuesOf({ estimate: { ...estimate, endMs: 40_000 }, durationMs: 60_000, own });
    expect(cues).toMatchObject({ startMs: 40_000, introMs: null, endMs: 40_000, loudToMs: 40_000 });
  });
});
