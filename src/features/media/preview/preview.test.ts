import { describe, expect, it } from 'vitest';
import type { SoundType } from '../sound-type.ts';
import { needsPreview, type PlayedFacts } from './model.ts';

const plain: PlayedFacts = {
  durationMs: 60_000,
  codec: 'mp3',
  channels: 2,
  sampleRate: 44_100,
  isSeekable: true,
};
/** Bytes of a minute at so many thousands of bits a second. */
const minuteAt = (kbps: number) => (kbps * 1000 * 60) / 8;

describe('a sound is played as it is', () => {
  it.each<[string, Partial<PlayedFacts>, number]>([
    ['at a constant bit rate', {}, 128],
    ['at the highest bit rate, with tags', {}, 325],
    ['with one channel', { channels: 1, sampleRate: 32_000 }, 64],
    ['before its frames are known', { codec: null, channels: null, isSeekable: null }, 128],
  ])('when it is an MP3 %s', (_, facts, kbps) =>
    expect(needsPreview('mp3', minuteAt(kbps), { ...plain, ...facts })).toBe(false),
  );

  it('when it is an MP3 that nobody has measured', () =>
    expect(needsPreview('mp3', minuteAt(900), null)).toBe(false));
});

describe('a sound is played by a preview', () => {
  it.each<[string, Partial<PlayedFacts>, number]>([
    ['F01, F02: of which players cannot compute the places', { isSeekable: false }, 128],
    ['of frames that are too long to find a place', { sampleRate: 22_050 }, 64],
    ['of another layer', { codec: 'mp2' }, 192],
    ['with a cover that makes it heavy', {}, 400],
  ])('when it is an MP3 %s', (_, facts, kbps) =>
    expect(needsPreview('mp3', minuteAt(kbps), { ...plain, ...facts })).toBe(true),
  );

  it.each<[SoundType, string | null]>([
    ['m4a', 'alac'],
    ['m4a', 'aac'],
    ['m4a', 'ac3'],
    ['ogg', 'vorbis'],
    ['ogg', 'speex'],
    ['wav', 'adpcm_ms'],
    ['flac', 'flac'],
    ['m4a', null],
  ])('B06: when it is of type %s, codec %s, however light', (type, codec) => {
    expect(needsPreview(type, minuteAt(48), { ...plain, codec })).toBe(true);
    expect(needsPreview(type, minuteAt(48), null)).toBe(true);
  });
});
