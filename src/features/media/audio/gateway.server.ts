import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { elementAt, firstOf } from '#platform/elements.ts';
import { previewKbps, previewRate } from '../preview/model.ts';
import { FileBytes } from '../reading/file-bytes.server.ts';
import { withFileCues } from '../reading/file-cues.ts';
import { readSound } from '../reading/gateway.server.ts';
import { walkSound } from '../reading/joints.server.ts';
import type { ReadSound } from '../reading/model.ts';
import { soundTypes } from '../sound-type.ts';
import {
  begin,
  bytesOf,
  Crash,
  deliveredRate,
  NoFfmpeg,
  type SoundFile,
  soundOf,
  sourceOf,
} from './ffmpeg-gateway.server.ts';
import { inGroups } from './in-groups.ts';
import { measureWhole, readLoudness, reportsOf } from './loudness-gateway.server.ts';
import { analysisLevels, type SoundFacts, unmeasured, unreadableReasons, unreadableSound } from './model.ts';
import { PeakMeter } from './peak-meter.ts';
import { headroom, SoundMeter } from './sound-meter.ts';

// Only the reading process may load this file (docs/decisions/026).

/** Small sounds last seconds, not minutes. */
const smallBytes = 2 * 1024 * 1024;
/** Largest preview MP3 in bytes: nine hours. */
const previewLimit = 512 * 1024 * 1024;
/** Without ffmpeg an MP3 up to this size is decoded in JavaScript. */
const decodeLimit = 200 * 1024 * 1024;

export async function hasFfmpeg({ ffmpegFolder }: { ffmpegFolder?: string | undefined }): Promise<boolean> {
  const { ended } = begin(ffmpegFolder, ['-version'], 0, { stdio: 'ignore' });
  return (await ended.catch(() => 1)) === 0;
}

/**
 * Measures a sound with ffmpeg in one pass, as what it is read to be (`type` is what it is taken for until then); without
 * ffmpeg only the duration and an MP3's waveform. A file that crashes ffmpeg twice, or has no audio, is reported as
 * unreadable. @throws any error when it is aborted or cannot run now
 */
export const measureSound = (file: SoundFile, signal?: AbortSignal): Promise<SoundFacts> =>
  readAndMeasure(file, measureAlone, signal);

type Hear = (file: SoundFile, read: ReadSound, signal?: AbortSignal) => Promise<SoundFacts>;

/** The facts that are heard, with those that are read (reading/gateway.server.ts). */
async function readAndMeasure(file: SoundFile, hear: Hear, signal?: AbortSignal): Promise<SoundFacts> {
  const read = await readSound(file, signal);
  signal?.throwIfAborted();
  if (!read.ok) {
    // Without ffmpeg the file is tried again once it is installed.
    const analysis = (await hasFfmpeg(file)) ? analysisLevels.whole : analysisLevels.partial;
    return { ...unreadableSound(unreadableReasons.silent), analysis };
  }
  const walked = await FileBytes.read(file.path, (bytes) => walkSound(read.type, bytes, read.start));
  const known = { ...read, statedMs: walked.framesMs ?? read.statedMs };
  const heard = await hear({ ...file, type: read.type }, known, signal);
  if (heard.unreadable) return heard;
  const { isVbr, hasJoints, isSeekable } = walked;
  const cues = withFileCues(heard.cues, read.facts.carried?.cues ?? null, heard.durationMs ?? 0);
  return { ...heard, ...read.facts, mime: soundTypes[read.type], isVbr, hasJoints, isSeekable, cues };
}

const measureAlone: Hear = async (file, read, signal) => {
  for (let deaths = 0; ; ) {
    try {
      const { meters, said } = await listen(file.ffmpegFolder, [file], signal);
      const meter = firstOf(meters);
      if (!meter.isSomething) return unreadableSound(unreadableReasons.silent);
      return meter.facts(await loudnessOf(file, reportsOf(said, 0), signal));
    } catch (error) {
      if (error instanceof NoFfmpeg) return measureWithout(file, read);
      if (!(error instanceof Crash)) throw error;
      if (++deaths === 2) return unreadableSound(unreadableReasons.broken);
    }
  }
};

/** The loudness of a sound; a short one, and one with joints, where ebur128 began anew, are measured once more. */
async function loudnessOf(file: SoundFile, reports: string[], signal?: AbortSignal): Promise<number | null> {
  const loudness = reports.length < 2 ? readLoudness(reports.join()) : null;
  if (loudness !== null) return loudness;
  return (await measureWhole(file, {}, signal))?.loudnessLufs ?? null;
}

/** `measureSound` for many: of small files concurrent calls share one ffmpeg; after a failure each is measured alone. */
export function openMeasuring(): typeof measureSound {
  const groups = new Map<string | undefined, (file: SoundFile) => Promise<SoundFacts>>();
  const openGroup = (ffmpegFolder: string | undefined) =>
    inGroups(
      async (files: SoundFile[]) => {
        const { code, meters, said } = await listen(ffmpegFolder, files);
        const reports = files.map((_, at) => reportsOf(said, at));
        if (code !== 0 || meters.some(({ isSomething }) => !isSomething) || reports.some(([one]) => !one))
          throw new Error('not all were measured');
        const measured = meters.map(async (meter, at) =>
          meter.facts(await loudnessOf(elementAt(files, at), elementAt(reports, at))),
        );
        return Promise.all(measured);
      },
      { most: 4, groups: 2, pause: 25 },
    );
  const hear: Hear = async (file, read, signal) => {
    if ((await stat(file.path)).size > smallBytes) return measureAlone(file, read, signal);
    const together = groups.get(file.ffmpegFolder) ?? openGroup(file.ffmpegFolder);
    groups.set(file.ffmpegFolder, together);
    const facts = await together(file).catch(() => null);
    signal?.throwIfAborted();
    return facts ?? measureAlone(file, read, signal);
  };
  return (file, signal) => readAndMeasure(file, hear, signal);
}

/** Runs ffmpeg: its exit, the measurement of each file, and its report. @throws when aborted */
async function listen(
  ffmpegFolder: string | undefined,
  files: SoundFile[],
  signal?: AbortSignal,
): Promise<{ code: number; meters: SoundMeter[]; said: string }> {
  const outputs = files.flatMap((_, at) => [
    ...soundOf(at, deliveredRate, [`ebur128@s${at}=framelog=verbose`, `volume=${1 / headroom}`]),
    '-c:a',
    'pcm_s16le',
    '-f',
    's16le',
    `pipe:${3 + at}`,
  ]);
  const args = ['-nostats', ...files.flatMap(sourceOf), ...outputs];
  const { child, ended } = begin(ffmpegFolder, args, await bytesOf(files), {
    stdio: ['ignore', 'ignore', 'pipe', ...files.map(() => 'pipe' as const)],
    signal,
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-32_768);
  });
  const meters = files.map((_, at) => {
    const meter = new SoundMeter(deliveredRate);
    (child.stdio[3 + at] as Readable).on('data', (chunk: Buffer) => meter.add(chunk));
    return meter;
  });
  return { code: await ended, meters, said };
}

/** Writes the preview MP3 to `draft`; false when ffmpeg is missing or fails. @throws when aborted */
export async function encodePreview(
  file: SoundFile & { draft: string },
  signal?: AbortSignal,
): Promise<boolean> {
  const output = [
    ...soundOf(0, previewRate),
    '-map_metadata',
    '-1',
    '-c:a',
    'libmp3lame',
    '-b:a',
    `${previewKbps}k`,
  ];
  const bounds = ['-fs', `${previewLimit}`, '-f', 'mp3', file.draft];
  const args = ['-v', 'error', '-y', ...sourceOf(file), ...output, ...bounds];
  const { ended } = begin(file.ffmpegFolder, args, await bytesOf([file]), { stdio: 'ignore', signal });
  const code = await ended.catch(() => 1);
  signal?.throwIfAborted();
  return code === 0 && ((await stat(file.draft).catch(() => null))?.size ?? 0) > 0;
}

/** Measures without ffmpeg: the length is the container's word, or that of an MP3's frames. */
async function measureWithout({ path, type }: SoundFile, { statedMs }: ReadSound): Promise<SoundFacts> {
  const heard = type === 'mp3' ? await decodeMp3(path) : null;
  const { truePeakDb = null, peaks = null } = heard ?? {};
  return { ...unmeasured, analysis: analysisLevels.partial, durationMs: statedMs, truePeakDb, peaks };
}

async function decodeMp3(path: string): Promise<Pick<SoundFacts, 'truePeakDb' | 'peaks'>> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  const meter = new PeakMeter();
  await decoder.ready;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024, end: decodeLimit })) {
      const [first] = decoder.decode(chunk as Buffer).channelData;
      if (first) meter.add(first);
    }
  } finally {
    decoder.free();
  }
  const { highest } = meter;
  return { truePeakDb: highest > 0 ? 20 * Math.log10(highest) : null, peaks: meter.draw() };
}
