import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CueMeter } from '../audio/cue-meter.ts';
import { soundWithin } from '../audio/cues.ts';
import { begin, bytesOf, Crash, NoFfmpeg, type SoundFile, sourceOf } from '../audio/ffmpeg-gateway.server.ts';
import { OnsetMeter } from '../audio/onset-meter.ts';
import { readLoudness } from '../audio/sound-meter.ts';
import { type Cut, planCut } from './cut.ts';
import {
  loudnessTolerance,
  peakCeilingDb,
  type RenderFormat,
  type RenderResult,
  type RenderWish,
  renderFormats,
} from './model.ts';

// Only the reading process may load this file (docs/decisions/026).

/** The rate of what is rendered, and the values a second that its levels are taken from. */
const rate = 44_100;
const group = 4;
/** Largest rendered file. */
const mostBytes = 1024 ** 3;
/** Longest sound: three hours. */
const mostMs = 3 * 3_600_000;
/** Samples of an MP3 frame, and those that the encoder adds before the sound and behind it. */
const mp3Frame = 1152;
const mp3Delay = 1105 + 529;
/** Milliseconds by which the limiter looks ahead. */
const lookAheadMs = 5;
/** True peaks are limited at this multiple of the rate. */
const oversampling = 4;
/** How often a level is tried: encoders and limiters change it a little. */
const tries = 5;

type Asked = SoundFile & { draft: string; wish: RenderWish };

/** What was heard of the original. */
interface Heard {
  durationMs: number;
  cut: Cut;
}

/** Renders a sound as wished into `draft`. @throws when aborted, or when ffmpeg cannot run now */
export async function renderSound(asked: Asked, signal?: AbortSignal): Promise<RenderResult> {
  try {
    const heard = await hear(asked, signal);
    if (heard.durationMs === 0) return { ok: false, reason: 'unreadable' };
    if (heard.durationMs > mostMs) return { ok: false, reason: 'too-long' };
    const made = await level(asked, heard.cut, signal);
    if (!made) return { ok: false, reason: 'unreadable' };
    if ((await stat(asked.draft)).size >= mostBytes) return { ok: false, reason: 'too-long' };
    return { ok: true, ...made, ...heard.cut };
  } catch (error) {
    if (error instanceof NoFfmpeg) return { ok: false, reason: 'no-ffmpeg' };
    if (error instanceof Crash) return { ok: false, reason: 'unreadable' };
    throw error;
  }
}

/** Listens to the whole original, for what is kept of it. */
async function hear({ path, type, ffmpegFolder, wish }: Asked, signal?: AbortSignal): Promise<Heard> {
  const output = ['-map', '0:a:0', '-ac', '2', '-ar', `${rate}`, '-f', 'f32le', 'pipe:3'];
  const args = ['-v', 'error', '-nostats', ...sourceOf({ path, type }), ...output];
  const { child, ended } = begin(ffmpegFolder, args, await bytesOf([{ path }]), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    signal,
  });
  const levels = new CueMeter(rate / group);
  const onsets = new OnsetMeter(rate / group);
  let frames = 0;
  readFrames(child.stdio[3] as Readable, (tops, means, count) => {
    levels.add(tops, means);
    if (wish.tempoBpm) onsets.add(means);
    frames += count;
  });
  await ended;
  const durationMs = Math.round((frames * 1000) / rate);
  const sound = wish.silenceDb === null ? null : soundWithin(levels.draw(), wish.silenceDb);
  const found = wish.tempoBpm ? { strengths: onsets.draw(), rate: onsets.rate } : null;
  return { durationMs, cut: planCut(durationMs, sound, wish, found) };
}

/** Reads pairs of samples from a stream, chunked anywhere, a group of them at a time. */
function readFrames(
  stream: Readable,
  take: (tops: Float32Array, means: Float32Array, frames: number) => void,
): void {
  const size = group * 2 * 4;
  let rest: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const count = Math.floor(bytes.length / size);
    const tops = new Float32Array(count);
    const means = new Float32Array(count);
    for (let at = 0; at < count; at++) {
      let [top, sum] = [0, 0];
      for (let from = at * size; from < (at + 1) * size; from += 4) {
        const sample = bytes.readFloatLE(from);
        top = Math.max(top, Math.abs(sample));
        sum += sample;
      }
      tops[at] = top;
      means[at] = sum / (group * 2);
    }
    rest = bytes.subarray(count * size);
    take(tops, means, count * group);
  });
}

interface Measured {
  durationMs: number;
  loudnessLufs: number | null;
  truePeakDb: number | null;
}

/** Loudness and true peak as ebur128 measures them; null when there is nothing to read. */
async function measure(
  file: SoundFile,
  filters: readonly string[],
  signal?: AbortSignal,
): Promise<Measured | null> {
  const chain = [...filters, 'ebur128=peak=true:framelog=verbose'].join(',');
  const args = ['-nostats', ...sourceOf(file), '-map', '0:a:0', '-af', chain, '-f', 'null', '-'];
  const { child, ended } = begin(file.ffmpegFolder, args, await bytesOf([file]), {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said.slice(0, 16_384)}${said.slice(16_384).slice(-16_384)}${text}`;
  });
  if ((await ended) !== 0) return null;
  const summary = said.slice(said.lastIndexOf('Summary:'));
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN);
  return {
    durationMs: readDuration(said) ?? 0,
    loudnessLufs: readLoudness(said),
    truePeakDb: Number.isFinite(peak) ? peak : null,
  };
}

/** The length that ffmpeg and ffprobe read from a container, in milliseconds. */
function readDuration(said: string): number | null {
  const [whole, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(said) ?? [];
  return whole ? Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000) : null;
}

/** Renders, measures the result, and corrects gain and limit until both are right. */
async function level(
  { path, type, ffmpegFolder, draft, wish }: Asked,
  cut: Cut,
  signal?: AbortSignal,
): Promise<Measured | null> {
  const kept = cutFilters(cut, wish);
  const source = { path, type, ffmpegFolder };
  const result = { path: draft, type: renderFormats[wish.format].type, ffmpegFolder };
  const make = async (filters: string[]) =>
    (await encode(source, draft, wish, [...kept, ...filters], signal)) ? measure(result, [], signal) : null;
  if (wish.levelLufs === null) return make([]);
  const before = await measure(source, kept, signal);
  // Silence, or less than ebur128 can judge, has no level.
  if (!before || before.loudnessLufs === null || before.truePeakDb === null) return before && make([]);
  // An encoder with losses raises peaks a little.
  const margin = result.type === 'mp3' ? 0.5 : 0.2;
  let gain = wish.levelLufs - before.loudnessLufs;
  let limit = peakCeilingDb - margin;
  let limited = before.truePeakDb + gain > limit;
  for (let round = 1; ; round++) {
    const made = await make([`volume=${gain.toFixed(3)}dB`, ...(limited ? limiter(limit) : [])]);
    if (!made || made.loudnessLufs === null || made.truePeakDb === null || round === tries) return made;
    const error = wish.levelLufs - made.loudnessLufs;
    const over = made.truePeakDb - peakCeilingDb;
    if (Math.abs(error) <= loudnessTolerance - 0.2 && over <= 0) return made;
    if (over > 0) {
      limit -= limited ? over + 0.1 : 0;
      limited = true;
    }
    // What a limiter takes away must be asked for more than once.
    gain = Math.min(40, gain + error * (limited && error > 0 ? 1.6 : 1));
  }
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(6);

/** The filters that keep a stretch of the original and fade its end. */
function cutFilters({ fromMs, toMs, fadeMs }: Cut, { format, lengthMs }: RenderWish): string[] {
  const isMp3 = renderFormats[format].type === 'mp3';
  const samples = Math.round(((toMs - fromMs) * rate) / 1000);
  // An MP3 has whole frames: the nearest number of them.
  const frames = Math.max(1, Math.round(samples / mp3Frame));
  const length = isMp3 && lengthMs !== null ? frames * mp3Frame - mp3Delay : samples;
  const fadeFrom = length / rate - fadeMs / 1000;
  return [
    `atrim=start=${inSeconds(fromMs)}`,
    'asetpts=PTS-STARTPTS',
    `aresample=${rate}`,
    'aformat=sample_fmts=flt:channel_layouts=mono|stereo',
    `atrim=end_sample=${length}`,
    ...(fadeMs > 0 ? [`afade=t=out:st=${Math.max(0, fadeFrom).toFixed(6)}:d=${inSeconds(fadeMs)}`] : []),
  ];
}

/** A limiter of true peaks that looks ahead; what it delays is cut off again. */
function limiter(db: number): string[] {
  const delay = inSeconds(lookAheadMs);
  return [
    `apad=pad_dur=${delay}`,
    `aresample=${rate * oversampling}`,
    `alimiter=limit=${(10 ** (db / 20)).toFixed(5)}:attack=${lookAheadMs}:release=60:level=disabled`,
    `atrim=start=${delay}`,
    'asetpts=PTS-STARTPTS',
    `aresample=${rate}`,
  ];
}

/** The encoder's arguments: no tags, which each delivery writes itself. */
const encoders: Record<RenderFormat, string[]> = {
  'mp3-320': ['-c:a', 'libmp3lame', '-b:a', '320k'],
  'mp3-192': ['-c:a', 'libmp3lame', '-b:a', '192k'],
  wav: ['-c:a', 'pcm_s16le'],
  flac: ['-c:a', 'flac', '-sample_fmt', 's16'],
};

/** Writes the file; false when the original cannot be read. */
async function encode(
  source: SoundFile,
  draft: string,
  { format, lengthMs }: RenderWish,
  filters: string[],
  signal?: AbortSignal,
): Promise<boolean> {
  const { type } = renderFormats[format];
  // Without the encoder's own frame all programs agree on the length of a cut MP3.
  const bare = type === 'mp3' ? ['-id3v2_version', '0', '-write_xing', lengthMs === null ? '1' : '0'] : [];
  const output = ['-map', '0:a:0', '-map_metadata', '-1', '-fflags', '+bitexact', '-ar', `${rate}`];
  const args = ['-v', 'error', '-y', ...sourceOf(source), '-af', filters.join(','), ...output];
  const end = [...encoders[format], ...bare, '-fs', `${mostBytes}`, '-f', type, draft];
  const { ended } = begin(source.ffmpegFolder, [...args, ...end], await bytesOf([source]), {
    stdio: 'ignore',
    signal,
  });
  return (await ended) === 0 && ((await stat(draft).catch(() => null))?.size ?? 0) > 0;
}
