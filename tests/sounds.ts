import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Generated sounds for tests: small, valid, and all different. */

/** A silent MP3 at 128 kbit/s with a title; `seconds` is approximate. */
export function anMp3(title: string, seconds = 1): Buffer {
  const text = Buffer.from(`\u0003${title}`, 'utf8');
  const frame = Buffer.alloc(10);
  frame.write('TIT2', 0, 'latin1');
  frame.writeUInt32BE(text.length, 4);
  const tag = Buffer.concat([frame, text]);
  const length = [21, 14, 7, 0].map((bits) => (tag.length >> bits) & 127);
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...length]);
  const sound = Buffer.alloc(417);
  sound.set([0xff, 0xfb, 0x90, 0x64]);
  const frames = Array.from({ length: Math.max(3, Math.round(seconds * 38.28)) }, () => sound);
  return Buffer.concat([head, tag, ...frames]);
}

/** A folder with an ffmpeg that crashes on every file and logs to `runs`, and one that cannot be executed. */
export async function badFfmpegs(folder: string): Promise<{ dying: string; runs: string; broken: string }> {
  const [dying, broken, runs] = [join(folder, 'dying'), join(folder, 'broken'), join(folder, 'runs')];
  for (const one of [dying, broken]) await mkdir(one, { recursive: true });
  const script = `#!/bin/sh\n[ "$2" = "-version" ] || [ "$3" = "-version" ] && exit 0\necho >> ${runs}\nkill -SEGV $$\n`;
  await writeFile(join(dying, 'ffmpeg'), script, { mode: 0o755 });
  await writeFile(join(broken, 'ffmpeg'), 'no program');
  return { dying, broken, runs };
}

/** A WAV of one channel. */
export function wavOf(samples: Int16Array, rate: number): Buffer {
  const bytes = Buffer.alloc(44 + samples.byteLength);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples.byteLength, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.byteLength, 40);
  for (const [at, sample] of samples.entries()) bytes.writeInt16LE(sample, 44 + at * 2);
  return bytes;
}

/** A WAV with a tone, 16 bit, one channel, 8 kHz. */
export function aWav(hertz: number, seconds = 1): Buffer {
  const rate = 8000;
  const toneAt = (at: number) => Math.round(12_000 * Math.sin((2 * Math.PI * hertz * at) / rate));
  return wavOf(
    Int16Array.from({ length: Math.round(rate * seconds) }, (_, at) => toneAt(at)),
    rate,
  );
}
