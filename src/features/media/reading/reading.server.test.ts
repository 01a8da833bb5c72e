import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { anMp3, aWav, wavOf } from '#tests/sounds.ts';
import { hasFfmpeg, measureSound } from '../audio/gateway.server.ts';
import { analysisLevels } from '../audio/model.ts';
import type { SoundType } from '../sound-type.ts';
import { readSound } from './gateway.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'sonoteca-leitor-'));
afterAll(() => rm(folder, { recursive: true }));
const without = { ffmpegFolder: join(folder, 'nowhere') };

async function aFile(name: string, ...parts: Buffer[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

const tone = ['-f', 'lavfi', '-i', 'sine=300:d=2'];
const picture = (size: number, seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=s=${size}x${size}:d=${seconds}`,
];

/** A file as ffmpeg writes it: two seconds of a tone unless given another input. */
async function made(name: string, args: string[], input = tone): Promise<{ path: string; bytes: Buffer }> {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...args, path]);
  return { path, bytes: await readFile(path) };
}

const measured = (path: string, type: SoundType, more: { ffmpegFolder?: string } = {}) =>
  measureSound({ path, type, ...more });

/** A chunk of a RIFF, made even. */
function chunk(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Two seconds at 8 kHz with chunks behind the samples. */
function waveWith(...chunks: Buffer[]): Buffer {
  const bytes = Buffer.concat([aWav(440, 2), ...chunks]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

const cue = (...ms: number[]): Buffer =>
  chunk(
    'cue ',
    int32(ms.length),
    ...ms.map((at, number) =>
      Buffer.concat([
        int32(number + 1),
        int32(at * 8),
        Buffer.from('data'),
        int32(0),
        int32(0),
        int32(at * 8),
      ]),
    ),
  );
const labels = (...texts: string[]): Buffer =>
  chunk(
    'LIST',
    Buffer.from('adtl'),
    ...texts.map((text, number) => chunk('labl', int32(number + 1), Buffer.from(`${text}\0`, 'latin1'))),
  );

/** A cart chunk (AES46) with timers in milliseconds. */
function cart(timers: Record<string, number>): Buffer {
  const body = Buffer.alloc(2048);
  body.write('0101');
  for (const [number, [name, ms]] of Object.entries(timers).entries()) {
    body.write(name, 684 + number * 8, 'latin1');
    body.writeUInt32LE(ms * 8, 688 + number * 8);
  }
  return chunk('cart', body);
}

describe.each([
  ['with ffmpeg', {}],
  ['without it', without],
])('nothing without a sound is one, %s', (_, options) => {
  it.each([
    ['B12: a WAV without a sample', 'empty.wav', wavOf(new Int16Array(0), 44_100), 'no-samples'],
    [
      'B04: text behind an ID3 head',
      'text.mp3',
      Buffer.from(`ID3\u0003${'\0'.repeat(6)}this is no sound. `),
      'tag',
    ],
    ['a head of FLAC', 'cut.flac', Buffer.from('fLaC\0\0\0'), 'unreadable'],
    ['an M4A of nothing', 'x.m4a', Buffer.from(`\0\0\0\u0018ftypiso5${'x'.repeat(5000)}`), 'unreadable'],
  ])('%s', async (_name, name, bytes, refusal) => {
    expect(await readSound({ path: await aFile(name, bytes), ...options })).toEqual({ ok: false, refusal });
  });

  it('an MP3 and a WAV are', async () => {
    const mp3 = await aFile('some.mp3', anMp3('t'.repeat(200_000), 2));
    expect(await readSound({ path: mp3, ...options })).toMatchObject({
      ok: true,
      type: 'mp3',
      start: 200_021,
      facts: { codec: 'mp3', channels: 2, sampleRate: 44_100 },
    });
    const wav = await aFile('some.wav', aWav(440));
    expect(await readSound({ path: wav, ...options })).toMatchObject({
      ok: true,
      type: 'wav',
      statedMs: 1000,
    });
  });
});

describe('what came with a WAV', () => {
  it('F04: named cue points are those of the track, in place of the estimate', async () => {
    const marks = [cue(1900, 100, 600), labels('Saída', 'Entrada', 'Fim da introdução')];
    const { cues, carried } = await measured(await aFile('cues.wav', waveWith(...marks)), 'wav');
    expect(carried).toEqual({
      parts: ['cue-points', 'labels'],
      points: [
        { atMs: 100, toMs: null, label: 'Entrada' },
        { atMs: 600, toMs: null, label: 'Fim da introdução' },
        { atMs: 1900, toMs: null, label: 'Saída' },
      ],
      cues: { startMs: 100, introMs: 600, segueMs: null, endMs: 1900 },
    });
    if (await hasFfmpeg({})) expect(cues).toMatchObject({ startMs: 100, introMs: 600, endMs: 1900 });
  });

  it('F04: a cart chunk has timers, and bext is told', async () => {
    const chunks = [chunk('bext', Buffer.alloc(602)), cart({ AUDs: 250, SEGs: 1500, AUDe: 1800 })];
    const { carried } = await measured(await aFile('cart.wav', waveWith(...chunks)), 'wav');
    expect(carried).toEqual({
      parts: ['bext', 'cart'],
      points: [],
      cues: { startMs: 250, introMs: null, segueMs: 1500, endMs: 1800 },
    });
  });

  it('F04: cue points that nothing names stay what they are; nobody guesses', async () => {
    const { carried } = await measured(await aFile('bare.wav', waveWith(cue(100, 200))), 'wav');
    expect(carried).toMatchObject({ parts: ['cue-points'], cues: null });
    expect(carried!.points).toHaveLength(2);
  });

  it('F05: its INFO has the code and the authors', async () => {
    const info = chunk(
      'LIST',
      Buffer.from('INFO'),
      chunk('ISRC', Buffer.from('BRABC2600001\0')),
      chunk('IMUS', Buffer.from('João\0')),
    );
    const path = await aFile('info.wav', waveWith(info));
    for (const options of [{}, without])
      expect(await measured(path, 'wav', options)).toMatchObject({ isrc: 'BRABC2600001', authors: 'João' });
  });

  it('a head above 1 MB is told, and an APE tag of an MP3', async () => {
    const large = await aFile('large.mp3', anMp3('t'.repeat(1_200_000), 2));
    expect((await measured(large, 'mp3')).carried).toEqual({ parts: ['large-head'], points: [], cues: null });
    const footer = Buffer.alloc(32);
    footer.write('APETAGEX');
    const ape = await aFile('ape.mp3', anMp3('t', 2), footer);
    expect((await measured(ape, 'mp3')).carried).toMatchObject({ parts: ['ape-tag'] });
  });
});

describe('lengths by what is there, not by what a head states', () => {
  it.each([0, 0xffffffff])('a WAV whose head says %i bytes of samples', async (size) => {
    const bytes = aWav(440, 2);
    bytes.writeUInt32LE(size, 40);
    for (const options of [{}, without])
      expect(await measured(await aFile('streamed.wav', bytes), 'wav', options)).toMatchObject({
        durationMs: 2000,
      });
  });

  it('an MP3 of frames, also without ffmpeg', async () => {
    const { durationMs, analysis } = await measured(await aFile('ten.mp3', anMp3('t', 10)), 'mp3', without);
    expect(analysis).toBe(analysisLevels.partial);
    expect(Math.abs(durationMs! - 10_000)).toBeLessThan(50);
  });
});

describe.skipIf(!(await hasFfmpeg({})))('as ffmpeg writes it (skipped where it is not installed)', () => {
  it.each<[string, string, string[], SoundType, object]>([
    ['RF64', 'a.wav', ['-rf64', 'always'], 'wav', { codec: 'pcm_s16le' }],
    ['24 bits in the long form', 'b.wav', ['-c:a', 'pcm_s24le'], 'wav', { codec: 'pcm_s24le' }],
    ['an MP3 within a WAV', 'c.wav', ['-c:a', 'libmp3lame'], 'wav', { codec: 'mp3' }],
    ['Opus in Ogg', 'd.ogg', ['-c:a', 'libopus'], 'ogg', { codec: 'opus', sampleRate: 48_000 }],
    ['FLAC in Ogg', 'e.ogg', ['-c:a', 'flac'], 'ogg', { codec: 'flac' }],
    ['B06: ALAC', 'f.m4a', ['-c:a', 'alac'], 'm4a', { codec: 'alac' }],
    [
      'B11: an M4A of brand iso5',
      'g.m4a',
      ['-c:a', 'aac', '-movflags', 'dash', '-f', 'mp4'],
      'm4a',
      { codec: 'aac' },
    ],
    ['a MOV of samples', 'h.mov', ['-c:a', 'pcm_s16le'], 'm4a', { codec: 'pcm_s16le' }],
    ['six channels', 'i.flac', ['-ac', '6'], 'flac', { codec: 'flac', channels: 6 }],
  ])('%s is taken and measured', async (_, name, args, type, facts) => {
    const { path } = await made(name, args);
    const found = await measured(path, 'mp3');
    expect(await readSound({ path })).toMatchObject({ ok: true, type });
    expect(found).toMatchObject({ isVbr: false, hasJoints: false, unreadable: null, ...facts });
    expect(Math.abs(found.durationMs! - 2000)).toBeLessThan(60);
  });

  it.each<[string, string, string[], string]>([
    ['AIFF', 'a.aiff', [], 'aiff'],
    ['AAC in ADTS', 'a.aac', [], 'adts'],
    ['MP2', 'a.mp2', [], 'mp2'],
    ['WMA', 'a.wma', ['-c:a', 'wmav2'], 'wma'],
    ['Wave64', 'a.w64', [], 'wave64'],
    ['WebM', 'a.webm', ['-c:a', 'libopus'], 'matroska'],
    ['WavPack', 'a.wv', [], 'other'],
    ['AC-3', 'a.ac3', [], 'other'],
    ['CAF', 'a.caf', [], 'other'],
  ])('%s is refused by its name', async (_, name, args, refusal) => {
    const { path } = await made(name, args);
    for (const options of [{}, without])
      expect(await readSound({ path, ...options })).toEqual({ ok: false, refusal });
  });

  it('a video is refused with and without sound; a cover is none', async () => {
    const film = await made(
      'film.mp4',
      ['-shortest', '-c:v', 'mpeg4', '-c:a', 'aac'],
      [...tone, ...picture(64, 2)],
    );
    const silent = await made('silent.mp4', ['-c:v', 'mpeg4'], picture(64, 2));
    const refused = { ok: false, refusal: 'video' };
    for (const { path } of [film, silent]) {
      expect(await readSound({ path })).toEqual(refused);
      expect(await readSound({ path, ...without })).toEqual(refused);
    }
    const noise = ['-f', 'lavfi', '-i', 'color=s=1600x1600:d=1,noise=alls=100'];
    const still = ['-map', '0', '-map', '1', '-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '1'];
    const cover = [...still, '-c:a', 'aac', '-disposition:v', 'attached_pic'];
    const { path, bytes } = await made('cover.m4a', cover, [...tone, ...noise]);
    expect(bytes.length).toBeGreaterThan(1_000_000);
    expect(await readSound({ path })).toMatchObject({ ok: true, type: 'm4a', facts: { codec: 'aac' } });
  });

  it('B05: a FLAC behind an ID3v2 tag is a FLAC of its length', async () => {
    const { bytes } = await made('plain.flac', []);
    const path = await aFile('tagged.flac', anMp3('Título').subarray(0, 10 + 18), bytes);
    for (const options of [{}, without]) {
      const reading = await readSound({ path, ...options });
      expect(reading).toMatchObject({ ok: true, type: 'flac', facts: { codec: 'flac', sampleRate: 44_100 } });
      expect(await measured(path, 'mp3', options)).toMatchObject({ durationMs: 2000, unreadable: null });
    }
  });

  it('B08: a bit rate that varies, and joints, are seen, and the whole is measured', async () => {
    const vbr = await made(
      'vbr.mp3',
      ['-q:a', '2', '-write_xing', '0'],
      ['-f', 'lavfi', '-i', 'anoisesrc=d=1,apad=pad_dur=9'],
    );
    expect(await measured(vbr.path, 'mp3')).toMatchObject({ isVbr: true, hasJoints: false });
    const { durationMs } = await measured(vbr.path, 'mp3', without);
    expect(Math.abs(durationMs! - 10_000)).toBeLessThan(100);
    const one = await made('one.mp3', ['-ac', '2', '-b:a', '128k']);
    expect(await measured(one.path, 'mp3')).toMatchObject({ isVbr: false, hasJoints: false });
    const mono = await made('mono.mp3', ['-ac', '1', '-b:a', '128k']);
    const other = await made('other.mp3', ['-ac', '2', '-ar', '48000', '-b:a', '128k']);
    for (const next of [mono, other, one]) {
      const found = await measured(await aFile('joint.mp3', one.bytes, next.bytes), 'mp3');
      expect(found).toMatchObject({ hasJoints: true });
      expect(Math.abs(found.durationMs! - 4000)).toBeLessThan(150);
    }
    const ogg = await made('one.ogg', ['-c:a', 'libvorbis']);
    const chained = await measured(await aFile('chained.ogg', ogg.bytes, ogg.bytes), 'ogg');
    expect(chained).toMatchObject({ hasJoints: true, codec: 'vorbis' });
    expect(Math.abs(chained.durationMs! - 4000)).toBeLessThan(50);
    expect(await measured(ogg.path, 'ogg')).toMatchObject({ hasJoints: false });
  });

  it('F05: ISRC and composer of QuickTime’s keys', async () => {
    const tags = ['isrc=BRABC2600002', 'composer=Zé', 'publisher=Editora'].flatMap((tag) => [
      '-metadata',
      tag,
    ]);
    const { path } = await made('mdta.m4a', [...tags, '-movflags', 'use_metadata_tags']);
    expect(await measured(path, 'm4a')).toMatchObject({
      isrc: 'BRABC2600002',
      authors: 'Zé',
      publisher: 'Editora',
    });
  });

  it('F05: authors with a slash stay whole in ID3 2.3', async () => {
    const { path } = await made('slash.mp3', ['-id3v2_version', '3', '-metadata', 'composer=Trio D/A; Zé']);
    expect(await measured(path, 'mp3')).toMatchObject({ authors: 'Trio D/A; Zé' });
  });

  it('B04: an M4A of a shop that encrypts is refused', async () => {
    const { bytes } = await made('shop.m4a', ['-c:a', 'aac']);
    bytes.write('drms', bytes.indexOf('mp4a'), 'latin1');
    expect(await readSound({ path: await aFile('drm.m4p', bytes) })).toEqual({
      ok: false,
      refusal: 'protected',
    });
  });

  it('chapters are points of the file', async () => {
    const text = `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=Abertura\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=900\nEND=2000\ntitle=Saída\n`;
    const list = await aFile('chapters.txt', Buffer.from(text));
    const { path } = await made('chapters.m4a', ['-map_metadata', '1', '-c:a', 'aac'], [...tone, '-i', list]);
    const { carried } = await measured(path, 'm4a');
    expect(carried).toMatchObject({ parts: ['chapters'], cues: null });
    expect(carried!.points.map(({ label }) => label)).toEqual(['Abertura', 'Saída']);
  });
});
