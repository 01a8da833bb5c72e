import { readFileSync } from 'node:fs';
import { parseBuffer } from 'music-metadata';
import { describe, expect, it } from 'vitest';
import { cutMp3, id3End } from './mp3.ts';

const demo = new URL('../../../../demo/audio/', import.meta.url);
const names = [
  'trilha-piano-romantico-namorados.mp3',
  'trilha-baiao-sanfona.mp3',
  'efeito-corvo.mp3',
  'efeito-porta-batendo.mp3',
];

describe('the beginning of an MP3', () => {
  it.each(names)('of %s is whole frames of up to 30 seconds', async (name) => {
    const bytes = readFileSync(new URL(name, demo));
    const tagEnd = id3End(bytes);
    const cut = cutMp3(bytes.subarray(tagEnd), 30)!;
    const sample = bytes.subarray(tagEnd + cut.start, tagEnd + cut.end);
    const whole = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true });
    const part = await parseBuffer(sample, { mimeType: 'audio/mpeg' }, { duration: true });
    expect(part.format.duration).toBeCloseTo(Math.min(30, whole.format.duration!), 0);
    expect(part.format.duration).toBeLessThan(30.1);
    expect(part.format.sampleRate).toBe(whole.format.sampleRate);
    expect(sample.includes('Xing') || sample.includes('Info')).toBe(false);
  });

  it('ends with the bytes that are there', () => {
    const bytes = readFileSync(new URL(names[0]!, demo));
    const head = bytes.subarray(id3End(bytes), 50_000);
    const cut = cutMp3(head, 30)!;
    expect(cut.end).toBeLessThanOrEqual(head.length);
    expect(cut.end).toBeGreaterThan(head.length - 2000);
  });

  it.each([Buffer.alloc(0), Buffer.alloc(5000), Buffer.alloc(5000, 0xff), Buffer.from('RIFF....WAVE')])(
    'is not found in other bytes',
    (bytes) => expect(cutMp3(bytes, 30)).toBeNull(),
  );

  it('skips a tag of the length it claims', () => {
    expect(id3End(Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 1]))).toBe(10 + 257);
    expect(id3End(Buffer.from([0x49, 0x44, 0x33, 4, 0, 0x10, 0, 0, 0, 0]))).toBe(20);
    expect(id3End(Buffer.from('no tag at all'))).toBe(0);
    expect(id3End(Buffer.from('ID3'))).toBe(0);
  });
});
