import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

/**
 * Measures the demo audio with ffmpeg and writes demo/facts.json, so that a machine without ffmpeg still shows
 * real durations, loudness and waveforms. Run by hand when a demo file changes: `node tools/demo-content/analyse.ts`.
 */
const folder = fileURLToPath(new URL('../../demo/audio', import.meta.url));
const slices = 400;

/** Integrated loudness, or null for a sound too short to be measured (−70 LUFS is the scale's end). */
function loudness(summary: string): number | null {
  const lufs = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)![1]);
  return lufs <= -70 ? null : lufs;
}

function measure(path: string) {
  const bytes = readFileSync(path);
  const { stderr } = spawnSync(
    'ffmpeg',
    ['-hide_banner', '-nostats', '-i', path, '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'],
    { encoding: 'utf8' },
  );
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const pcm = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-ac', '1', '-ar', '11025', '-f', 's16le', '-'],
    { maxBuffer: 1 << 28 },
  );
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2));
  const peaks = Buffer.alloc(slices);
  let highest = 1;
  const raw = Array.from({ length: slices }, (_, i) => {
    let peak = 0;
    for (let s = Math.floor((i * samples.length) / slices); s < ((i + 1) * samples.length) / slices; s++) {
      peak = Math.max(peak, Math.abs(samples[s] ?? 0));
    }
    highest = Math.max(highest, peak);
    return peak;
  });
  raw.forEach((peak, i) => {
    peaks[i] = Math.round((peak / highest) * 255);
  });
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    crc32: crc32(bytes),
    durationMs: Math.round((samples.length / 11025) * 1000),
    loudnessLufs: loudness(summary),
    truePeakDb: Number(/Peak:\s+(-?[\d.]+|-inf) dBFS/.exec(summary)![1]),
    peaks: peaks.toString('base64'),
  };
}

const names = readdirSync(folder)
  .filter((name) => name.endsWith('.mp3'))
  .sort();
const facts = Object.fromEntries(names.map((name) => [name, measure(`${folder}/${name}`)]));
writeFileSync(
  fileURLToPath(new URL('../../demo/facts.json', import.meta.url)),
  `${JSON.stringify(facts, null, 1)}\n`,
);
