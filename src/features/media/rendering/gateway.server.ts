import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CueMeter } from '../audio/cue-meter.ts';
import { soundWithin } from '../audio/cues.ts';
import {
  type Begun,
  begin,
  beginMixed,
  bytesOf,
  Crash,
  NoFfmpeg,
  deliveredRate as rate,
  type SoundFile,
  soundOf,
  sourceOf,
} from '../audio/ffmpeg-gateway.server.ts';
import { type Levels, measureLevels, measureWhole } from '../audio/loudness-gateway.server.ts';
import { OnsetMeter } from '../audio/onset-meter.ts';
import { type Cut, planCut } from './cut.ts';
import {
  isOfLength,
  loudnessTolerance,
  peakCeilingDb,
  type RenderFormat,
  type RenderResult,
  type RenderWish,
  renderFormats,
} from './model.ts';

// Only the reading process may load this file (docs/decisions/026).

/** Samples of each channel that make one value of its levels. */
const group = 4;
/** Largest rendered file. */
const mostBytes = 1024 ** 3;
/** Longest sound: three hours. */
const mostMs = 3 * 3_600_000;
/** Samples of an MP3 frame, and those that the encoder adds before the sound and behind it. */
const mp3Frame = 1152;
const mp3Lead = 1105;
const mp3Tail = 529;
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
  /** It has one channel, and what is made of it has one too. */
  isMono: boolean;
}

/** Renders a sound as wished into `draft`. @throws when aborted, or when ffmpeg cannot run now */
export async function renderSound(asked: Asked, signal?: AbortSignal): Promise<RenderResult> {
  try {
    const heard = await hear(asked, signal);
    if (heard.durationMs === 0) return { ok: false, reason: 'unreadable' };
    if (heard.durationMs > mostMs) return { ok: false, reason: 'too-long' };
    const made = await level(asked, heard, signal);
    if (!made) return { ok: false, reason: 'unreadable' };
    if ((await stat(asked.draft)).size >= mostBytes) return { ok: false, reason: 'too-long' };
    const leadMs = isBare(heard.cut, asked.wish) ? Math.round((mp3Lead * 1000) / rate) : 0;
    return { ok: true, ...made, leadMs, ...heard.cut };
  } catch (error) {
    if (error instanceof NoFfmpeg) return { ok: false, reason: 'no-ffmpeg' };
    if (error instanceof Crash) return { ok: false, reason: 'unreadable' };
    throw error;
  }
}

/** Listens to the whole original, for what is kept of it. */
async function hear({ path, type, ffmpegFolder, wish }: Asked, signal?: AbortSignal): Promise<Heard> {
  const args = ['-nostats', ...sourceOf({ path, type }), ...soundOf(0, rate), '-f', 'f32le', 'pipe:3'];
  const { child, ended } = begin(ffmpegFolder, args, await bytesOf([{ path }]), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    signal,
  });
  const said = textOf(child);
  const levels = new CueMeter(rate / group);
  const onsets = new OnsetMeter(rate / group);
  let frames = 0;
  let isEven = true;
  readFrames(child.stdio[3] as Readable, (tops, means, count, even) => {
    isEven &&= even;
    levels.add(tops, means);
    if (wish.tempoBpm) onsets.add(means);
    frames += count;
  });
  await ended;
  const durationMs = Math.round((frames * 1000) / rate);
  const sound = wish.silenceDb === null ? null : soundWithin(levels.draw(), wish.silenceDb);
  const found = wish.tempoBpm ? { strengths: onsets.draw(), rate: onsets.rate } : null;
  // ffmpeg names the first part only: a later one with two channels shows by its samples.
  const isMono = isEven && /Audio: .* Hz, (mono|1 channels)/.test(said());
  return { durationMs, cut: planCut(durationMs, sound, wish, found), isMono };
}

/** The beginning of what a program reports, where it tells of its input. */
function textOf({ stderr }: Begun['child']): () => string {
  let said = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, 16_384);
  });
  return () => said;
}

/** Reads pairs of samples from a stream, chunked anywhere, a group at a time; `even`: both of each pair are equal. */
function readFrames(
  stream: Readable,
  take: (tops: Float32Array, means: Float32Array, frames: number, even: boolean) => void,
): void {
  const size = group * 2 * 4;
  let rest: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const count = Math.floor(bytes.length / size);
    const tops = new Float32Array(count);
    const means = new Float32Array(count);
    let even = true;
    for (let at = 0; at < count; at++) {
      let [top, sum] = [0, 0];
      for (let from = at * size; from < (at + 1) * size; from += 8) {
        const [left, right] = [bytes.readFloatLE(from), bytes.readFloatLE(from + 4)];
        top = Math.max(top, Math.abs(left), Math.abs(right));
        sum += left + right;
        even &&= left === right;
      }
      tops[at] = top;
      means[at] = sum / (group * 2);
    }
    rest = bytes.subarray(count * size);
    take(tops, means, count * group, even);
  });
}

/** Renders, measures the result, and corrects gain and limit until both are right. */
async function level(
  { path, type, ffmpegFolder, draft, wish }: Asked,
  { cut, isMono }: Heard,
  signal?: AbortSignal,
): Promise<Levels | null> {
  const kept = cutFilters(cut, wish);
  const last = isMono ? ['pan=mono|c0=c0'] : [];
  const source = { path, type, ffmpegFolder };
  const result = { path: draft, type: renderFormats[wish.format].type, ffmpegFolder };
  const make = async (filters: string[]) =>
    (await encode(source, { draft, wish, cut, filters: [...kept, ...filters, ...last] }, signal))
      ? measureLevels(result, signal)
      : null;
  if (wish.levelLufs === null) return make([]);
  const before = await measureWhole(source, { filters: kept, rate }, signal);
  // Silence has no level.
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

/**
 * Whether an MP3 gets no encoder's header. ffprobe, ffmpeg and mpg123 then agree on a length of whole frames, and all hear
 * the encoder's own samples at both ends. With a header, its length is 30 to 50 ms more for programs that do not read it.
 */
const isBare = (cut: Cut, wish: RenderWish): boolean =>
  renderFormats[wish.format].type === 'mp3' && isOfLength(cut, wish);

/** The filters that keep a stretch of the original and fade its end. */
function cutFilters(cut: Cut, wish: RenderWish): string[] {
  const { fromMs, toMs, fadeMs } = cut;
  const samples = Math.round(((toMs - fromMs) * rate) / 1000);
  // An MP3 has whole frames: the nearest number of them.
  const frames = Math.round(samples / mp3Frame);
  const length = isBare(cut, wish) ? frames * mp3Frame - mp3Lead - mp3Tail : samples;
  const fadeFrom = length / rate - fadeMs / 1000;
  return [
    `atrim=start=${inSeconds(fromMs)}`,
    'asetpts=PTS-STARTPTS',
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
  { draft, wish, cut, filters }: { draft: string; wish: RenderWish; cut: Cut; filters: string[] },
  signal?: AbortSignal,
): Promise<boolean> {
  const { format } = wish;
  const { type } = renderFormats[format];
  const header = type === 'mp3' ? ['-id3v2_version', '0', '-write_xing', isBare(cut, wish) ? '0' : '1'] : [];
  const output = [
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-ar',
    `${rate}`,
    ...encoders[format],
    ...header,
  ];
  const args = [
    '-v',
    'error',
    '-y',
    '-af',
    filters.join(','),
    ...output,
    '-fs',
    `${mostBytes}`,
    '-f',
    type,
    draft,
  ];
  const { ended } = await beginMixed(source, args, { rate, stdio: ['ignore', 'ignore'], signal });
  return (await ended) === 0 && ((await stat(draft).catch(() => null))?.size ?? 0) > 0;
}
