import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analysisLevels } from '#features/media/audio/model.ts';
import { elementAt } from '#platform/elements.ts';
import { type Figure, least } from './report.ts';

const rounds = 5;

/** Processor seconds of this process and its children so far, independent of other load. */
function processorSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime and those of ended children, in hundredths of a second
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/** The demo trilhas joined into one long MP3 and one WAV. */
function makeSounds(root: string, folder: string): { path: string; type: 'mp3' | 'wav' }[] {
  const audio = join(root, 'demo/audio');
  const songs = readdirSync(audio).filter((name) => name.startsWith('trilha-'));
  const list = join(folder, 'songs.txt');
  writeFileSync(list, songs.map((name) => `file '${join(audio, name)}'\n`).join(''));
  const joined = ['-v', 'error', '-f', 'concat', '-safe', '0', '-i', list];
  const mp3 = { path: join(folder, 'long.mp3'), type: 'mp3' as const };
  const wav = { path: join(folder, 'long.wav'), type: 'wav' as const };
  for (const output of [['-c', 'copy', mp3.path], [wav.path]]) {
    const run = spawnSync('ffmpeg', [...joined, ...output], { encoding: 'utf8' });
    if (run.error) throw new Error('ffmpeg was not found (Debian package ffmpeg)');
    if (run.status !== 0) throw new Error(run.stderr);
  }
  return [mp3, wav];
}

const medianOf = (values: number[]): number =>
  elementAt(
    values.toSorted((a, b) => a - b),
    Math.floor(values.length / 2),
  );

/** Seconds of audio measured per processor second: duration, waveform, loudness, peak and tempo. */
export async function benchAnalysis(root: string): Promise<Figure[]> {
  const { measureSound } = await import('#features/media/audio/gateway.server.ts');
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-analysis-'));
  const figures: Figure[] = [];
  try {
    for (const { path, type } of makeSounds(root, folder)) {
      const ratios: number[] = [];
      const byClock: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const before = processorSeconds();
        const began = performance.now();
        const facts = await measureSound({ path, type });
        const { analysis, durationMs } = facts;
        if (analysis !== analysisLevels.whole || !durationMs) throw new Error('measured without ffmpeg');
        ratios.push(durationMs / 1000 / (processorSeconds() - before));
        byClock.push(durationMs / (performance.now() - began));
      }
      figures.push(
        least(
          `analysis of ${type.toUpperCase()}`,
          medianOf(ratios),
          '× real time',
          150,
          `sound ÷ processor time, median of ${rounds} rounds; by the clock ${Math.round(medianOf(byClock))} ×`,
        ),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
}
