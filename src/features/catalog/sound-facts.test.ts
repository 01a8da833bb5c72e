import { expect, it } from 'vitest';
import { describeSound } from './sound-facts.ts';

it.each([
  [
    { loudnessLufs: -14.24, truePeakDb: -1, tempoBpm: 103.6 },
    'trilhas',
    '104 BPM · −14,2 LUFS · pico −1,0 dBTP',
  ],
  [{ loudnessLufs: -9, truePeakDb: 0.4, tempoBpm: 60 }, 'efeitos-sonoros', '−9,0 LUFS · pico 0,4 dBTP'],
  [{ loudnessLufs: -9, truePeakDb: null }, 'trilhas', '−9,0 LUFS'],
  [{ loudnessLufs: null, truePeakDb: -2, tempoBpm: null }, 'trilhas', ''],
  [{ tempoBpm: 88 }, 'trilhas', '88 BPM'],
  [{}, 'trilhas', ''],
])('%j of %s is %j', (track, kind, text) => {
  expect(describeSound(track, kind).join(' · ')).toBe(text);
});
