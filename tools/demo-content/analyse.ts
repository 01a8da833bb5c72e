import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { measureSound } from '#features/media/audio/gateway.server.ts';

/**
 * Measures the demo audio with ffmpeg and writes demo/facts.json, so that a machine without ffmpeg still shows real
 * durations, loudness, tempos and waveforms. Run by hand when a demo file or a measurement changes: `node
 * tools/demo-content/analyse.ts`.
 */
const folder = fileURLToPath(new URL('../../demo/audio', import.meta.url));

async function measure(path: string) {
  const bytes = readFileSync(path);
  const measured = await measureSound({ path, type: 'mp3' });
  const { durationMs, tempoBpm, loudnessLufs, truePeakDb, peaks, timbre, cues } = measured;
  if (truePeakDb === null || !peaks || !timbre || !cues) throw new Error(`${path}: ffmpeg is needed`);
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    crc32: crc32(bytes),
    durationMs,
    tempoBpm,
    loudnessLufs,
    truePeakDb,
    peaks: Buffer.from(peaks).toString('base64'),
    timbre: Buffer.from(timbre).toString('base64'),
    cues,
  };
}

const names = readdirSync(folder)
  .filter((name) => name.endsWith('.mp3'))
  .sort();
const facts: Record<string, Awaited<ReturnType<typeof measure>>> = {};
for (const name of names) facts[name] = await measure(`${folder}/${name}`);
writeFileSync(
  fileURLToPath(new URL('../../demo/facts.json', import.meta.url)),
  `${JSON.stringify(facts, null, 1)}\n`,
);
