import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { missingProgram } from '#tests/programs.ts';
import { measureSound } from '../measuring/gateway.server.ts';
import type { SoundType } from '../sound-type.ts';
import { placePreview } from './make-preview.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'sonoteca-preview-'));
const storage = await openDiskStorage({ DATA_DIR: folder });
const { signal } = new AbortController();
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Six seconds of a tone, with noise in the middle: a bit rate that may vary does. */
const source = [
  'sine=f=300:r=44100:d=6',
  'anoisesrc=r=44100:d=6:a=0.4:seed=3,volume=eval=frame:volume=between(t\\,2\\,3)',
].flatMap((input) => ['-f', 'lavfi', '-i', input]);
const mixed = ['-filter_complex', 'amix=inputs=2,aformat=channel_layouts=stereo'];

function aSound(name: string, args: readonly string[]): string {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...mixed, ...args, path]);
  return path;
}

async function previewOf(path: string, type: SoundType) {
  const facts = await measureSound(path, type);
  const { size } = await stat(path);
  const preview = await placePreview(storage, { path, type, size }, facts, { signal });
  return { facts, path: preview && storage.path(preview.key)! };
}

describe.skipIf(missingProgram('ffmpeg') !== null)('a sound that is not played as it is', () => {
  it.each<[string, string, SoundType, string[]]>([
    ['B06', 'alac.m4a', 'm4a', ['-c:a', 'alac']],
    ['B07', 'index-at-the-end.m4a', 'm4a', ['-c:a', 'aac', '-b:a', '64k']],
    ['B11', 'fragmented.m4a', 'm4a', ['-c:a', 'aac', '-movflags', 'dash', '-f', 'mp4']],
    ['F01', 'vorbis.ogg', 'ogg', ['-c:a', 'libvorbis']],
    ['F01', 'vbr.mp3', 'mp3', ['-q:a', '4']],
    ['F01', 'vbr-without-xing.mp3', 'mp3', ['-q:a', '4', '-write_xing', '0']],
    ['F01', 'cbr-without-header.mp3', 'mp3', ['-b:a', '128k', '-write_xing', '0']],
    ['F01', 'low-rate.mp3', 'mp3', ['-b:a', '64k', '-ar', '22050']],
    ['B01', 'surround.flac', 'flac', ['-ac', '6', '-c:a', 'flac']],
  ])('%s: %s has a preview of its length, of one bit rate', async (_, name, type, args) => {
    const { facts, path } = await previewOf(aSound(name, args), type);
    expect(path).not.toBeNull();
    const made = await measureSound(path!, 'mp3');
    expect(made).toMatchObject({ codec: 'mp3', isSeekable: true, sampleRate: 48_000 });
    expect(Math.abs(made.durationMs! - facts.durationMs!)).toBeLessThan(50);
  });

  it.each([
    ['mono', ['-ac', '1']],
    ['another rate', ['-ar', '48000']],
    ['the same', []],
  ])('F02: two MP3s as one, the second of %s, have a preview that plays through', async (_, other) => {
    const cbr = ['-b:a', '128k'];
    const parts = [aSound('first.mp3', cbr), aSound('second.mp3', [...cbr, ...other])];
    const both = join(folder, 'both.mp3');
    execFileSync('sh', ['-c', 'cat "$0" "$1" > "$2"', ...parts, both]);
    const { path } = await previewOf(both, 'mp3');
    expect(path).not.toBeNull();
    expect(Math.abs((await measureSound(path!, 'mp3')).durationMs! - 12_000)).toBeLessThan(120);
  });

  it('F01: may be an MP3 of one bit rate whose header tells another length', async () => {
    const path = aSound('header.mp3', ['-b:a', '128k']);
    const bytes = await readFile(path);
    const frames = bytes.indexOf('Info') + 8;
    bytes.writeUInt32BE(Math.round(bytes.readUInt32BE(frames) / 2), frames);
    await writeFile(path, bytes);
    const { facts, path: preview } = await previewOf(path, 'mp3');
    expect(preview).not.toBeNull();
    expect(facts).toMatchObject({ isVbr: false, hasJoints: false, isSeekable: false });
  });

  it.each([
    ['with a header', ['-b:a', '128k']],
    ['with frames of one size', ['-b:a', '192k', '-ar', '48000', '-write_xing', '0']],
  ])('is no MP3 of one bit rate %s', async (_, args) => {
    const { facts, path } = await previewOf(aSound('cbr.mp3', args), 'mp3');
    expect(path).toBeNull();
    expect(facts.isSeekable).toBe(true);
  });
});
