import { describe, expect, it } from 'vitest';
import { parseKeptPlace, parseKeptQueue, parseKeptSettings, parseKeptSpot } from './kept.ts';
import type { PlayableQueue } from './model.ts';

const queue: PlayableQueue = {
  packageId: 'p1',
  packageTitle: 'Pacote',
  coverUrl: null,
  kind: 'trilhas',
  tracks: [
    { id: 't1', name: 'Uma', durationMs: null, peaks: null },
    { id: 't2', name: 'Outra', durationMs: 2000, peaks: 'AAEC' },
  ],
};
const spot = { packageId: 'p1', index: 1, time: 12.5, mini: true, minimised: false };

describe('what is kept over a reload (A-47)', () => {
  it('comes back as it was written', () => {
    expect(parseKeptQueue(JSON.stringify({ listener: 'u1', queue }), 'u1')).toEqual(queue);
    expect(parseKeptSpot(JSON.stringify(spot), queue)).toEqual(spot);
    expect(parseKeptPlace('{"x":10,"y":-4}')).toEqual({ x: 10, y: -4 });
  });

  it('is not shown to another listener', () => {
    expect(parseKeptQueue(JSON.stringify({ listener: 'u1', queue }), 'u2')).toBeNull();
  });

  it.each([
    null,
    '',
    'null',
    '[]',
    '7',
    '{',
    '{"listener":"u1"}',
    '{"listener":"u1","queue":{"packageId":"p1","tracks":[]}}',
    JSON.stringify({ listener: 'u1', queue: { ...queue, tracks: [{ id: 1 }] } }),
  ])('a damaged text is nothing: %s', (text) => {
    expect(parseKeptQueue(text, 'u1')).toBeNull();
    expect(parseKeptSpot(text, queue)).toBeNull();
    expect(parseKeptPlace(text)).toBeNull();
    expect(parseKeptSettings(text)).toEqual({});
  });

  it('a spot of another package or beyond the last track is nothing; an odd time is the beginning', () => {
    expect(parseKeptSpot(JSON.stringify({ ...spot, packageId: 'p2' }), queue)).toBeNull();
    expect(parseKeptSpot(JSON.stringify({ ...spot, index: 2 }), queue)).toBeNull();
    expect(parseKeptSpot(JSON.stringify({ ...spot, index: null }), queue)).toBeNull();
    expect(parseKeptSpot(JSON.stringify({ ...spot, time: -1 }), queue)?.time).toBe(0);
  });

  it('PLY-09: volume and mute come back, each only if it is sound', () => {
    expect(parseKeptSettings('{"volume":0.4,"muted":true,"repeat":"one"}')).toEqual({
      volume: 0.4,
      muted: true,
      repeat: 'one',
    });
    expect(parseKeptSettings('{"volume":7,"muted":"sim","repeat":"off"}')).toEqual({ repeat: 'off' });
  });
});
