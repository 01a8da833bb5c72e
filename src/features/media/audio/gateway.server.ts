import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { firstOf } from '#platform/elements.ts';
import { previewKbps } from '../preview/model.ts';
import { sniffSound, soundHeadBytes } from '../sound-type.ts';
import { begin, bytesOf, Crash, NoFfmpeg, type SoundFile, sourceOf } from './ffmpeg-gateway.server.ts';
import { inGroups } from './in-groups.ts';
import { analysisLevels, type SoundFacts, unmeasured, unreadableReasons, unreadableSound } from './model.ts';
import { PeakMeter } from './peak-meter.ts';
import { headroom, reportOf, SoundMeter } from './sound-meter.ts';

// Only the reading process may load this file (docs/decisions/026).

/** Small sounds last seconds, not minutes. */
const smallBytes = 2 * 1024 * 1024;
/** Largest preview MP3 in bytes: nine hours. */
const previewLimit = 512 * 1024 * 1024;
/** Without ffmpeg an MP3 up to this size is decoded in JavaScript. */
const decodeLimit = 200 * 1024 * 1024;

/** Whether a file is playable audio; its magic bytes alone do not prove it. */
export async function isReadableSound({ path }: { path: string }): Promise<boolean> {
  const { parseBuffer, parseFile } = await import('music-metadata');
  const options = { skipCovers: true, skipPostHeaders: true };
  const head = await readMp3Head(path);
  const facts = await (head ? parseBuffer(head, 'audio/mpeg', options) : parseFile(path, options)).catch(
    () => null,
  );
  return (facts?.format.sampleRate ?? 0) > 0 && facts?.format.hasAudio !== false;
}

/** Bytes behind an MP3's tag that are searched for the first frame; the search is slow in garbage. */
const frameSearch = 64 * 1024;
/** Largest tag that is read, in bytes. */
const tagLimit = 32 * 1024 * 1024;

/** The beginning of an MP3 with its tag; null for any other file. */
async function readMp3Head(path: string): Promise<Buffer | null> {
  const file = await open(path);
  try {
    const first = (await file.read(Buffer.alloc(soundHeadBytes), 0, soundHeadBytes, 0)).buffer;
    if (sniffSound(first) !== 'mp3') return null;
    const tag = first.toString('latin1', 0, 3) === 'ID3' ? first.subarray(6, 10) : Buffer.alloc(0);
    const tagSize = tag.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    const size = Math.min(tagSize, tagLimit) + frameSearch;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export async function hasFfmpeg({ ffmpegFolder }: { ffmpegFolder?: string | undefined }): Promise<boolean> {
  const { ended } = begin(ffmpegFolder, ['-version'], 0, { stdio: 'ignore' });
  return (await ended.catch(() => 1)) === 0;
}

/**
 * Measures a sound with ffmpeg in one pass; without ffmpeg only the duration and an MP3's waveform. A file that
 * crashes ffmpeg twice, or has no audio, is reported as unreadable. @throws any error when it is aborted or cannot run
 * now
 */
export async function measureSound(file: SoundFile, signal?: AbortSignal): Promise<SoundFacts> {
  for (let deaths = 0; ; ) {
    try {
      return await measureWith(file, signal);
    } catch (error) {
      if (error instanceof NoFfmpeg) return measureWithout(file);
      if (!(error instanceof Crash)) throw error;
      if (++deaths === 2) return unreadableSound(unreadableReasons.broken);
    }
  }
}

async function measureWith(file: SoundFile, signal?: AbortSignal): Promise<SoundFacts> {
  const { code, meters, said } = await listen(file.ffmpegFolder, [file], signal);
  const meter = firstOf(meters);
  return code !== 0 && !meter.isSomething ? unreadableSound(unreadableReasons.silent) : meter.facts(said);
}

const measure: typeof measureSound = async (file, signal) => withTags(file, await measureSound(file, signal));

/** Longest text that is taken from a tag. */
const tagText = 300;

/** The facts with what the file's tags say of authors, publisher and codes; unread tags say nothing. */
async function withTags({ path }: SoundFile, facts: SoundFacts): Promise<SoundFacts> {
  const { parseBuffer, parseFile } = await import('music-metadata');
  const options = { skipCovers: true, skipPostHeaders: true };
  const head = await readMp3Head(path).catch(() => null);
  const read = head ? parseBuffer(head, 'audio/mpeg', options) : parseFile(path, options);
  const tags = await read.catch(() => null);
  if (!tags) return facts;
  const { composer = [], lyricist = [], label = [], isrc = [] } = tags.common;
  const iswc = Object.values(tags.native)
    .flat()
    .find(({ id }) => /\bISWC$/i.test(id))?.value;
  const text = (values: readonly unknown[]) =>
    [...new Set(values)]
      .filter((value) => typeof value === 'string' && value.trim())
      .join(', ')
      .slice(0, tagText) || null;
  return {
    ...facts,
    authors: text([...composer, ...lyricist]),
    publisher: text(label.slice(0, 1)),
    isrc: text(isrc.slice(0, 1)),
    iswc: text([iswc]),
  };
}

/** `measureSound` with the file's tags; for small files: concurrent calls share one ffmpeg; after a failure each is measured alone. */
export function openMeasuring(): typeof measureSound {
  const groups = new Map<string | undefined, (file: SoundFile) => Promise<SoundFacts>>();
  const openGroup = (ffmpegFolder: string | undefined) =>
    inGroups(
      async (files: SoundFile[]) => {
        const { code, meters, said } = await listen(ffmpegFolder, files);
        if (code !== 0 || meters.some(({ isSomething }) => !isSomething))
          throw new Error('not all were measured');
        return meters.map((meter, at) => meter.facts(reportOf(said, at)));
      },
      { most: 4, groups: 2, pause: 25 },
    );
  return async (file, signal) => {
    if ((await stat(file.path)).size > smallBytes) return measure(file, signal);
    const together = groups.get(file.ffmpegFolder) ?? openGroup(file.ffmpegFolder);
    groups.set(file.ffmpegFolder, together);
    const facts = await together(file).catch(() => null);
    signal?.throwIfAborted();
    return facts ? withTags(file, facts) : measure(file, signal);
  };
}

/** Runs ffmpeg: its exit, the measurement of each file, and its report. @throws when aborted */
async function listen(
  ffmpegFolder: string | undefined,
  files: SoundFile[],
  signal?: AbortSignal,
): Promise<{ code: number; meters: SoundMeter[]; said: string }> {
  const outputs = files.flatMap((_, at) => {
    const heard = `ebur128@s${at}=framelog=verbose,volume=${1 / headroom}`;
    // Audio only: the file's titles and pictures would come first.
    const bare = ['-map_metadata', '-1', '-bitexact', '-c:a', 'pcm_s16le', '-f', 'wav'];
    return ['-map', `${at}:a:0`, '-af', heard, ...bare, `pipe:${3 + at}`];
  });
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
    const meter = new SoundMeter();
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
  const output = ['-map', '0:a:0', '-map_metadata', '-1', '-c:a', 'libmp3lame', '-b:a', `${previewKbps}k`];
  const bounds = ['-fs', `${previewLimit}`, '-f', 'mp3', file.draft];
  const args = ['-v', 'error', '-y', ...sourceOf(file), ...output, ...bounds];
  const { ended } = begin(file.ffmpegFolder, args, await bytesOf([file]), { stdio: 'ignore', signal });
  const code = await ended.catch(() => 1);
  signal?.throwIfAborted();
  return code === 0 && ((await stat(file.draft).catch(() => null))?.size ?? 0) > 0;
}

/** Measures without ffmpeg; unreadable files are tried again once ffmpeg is installed. */
async function measureWithout({ path, type }: SoundFile): Promise<SoundFacts> {
  const { parseFile } = await import('music-metadata');
  const analysis = analysisLevels.partial;
  try {
    const { format } = await parseFile(path, { duration: true, skipCovers: true });
    const durationMs = format.duration ? Math.round(format.duration * 1000) : null;
    const heard = type === 'mp3' ? await decodeMp3(path) : null;
    const { truePeakDb = null, peaks = null } = heard ?? {};
    return { ...unmeasured, analysis, durationMs, truePeakDb, peaks };
  } catch (error) {
    // Errors with a code come from the disk, not from the file.
    if ((error as NodeJS.ErrnoException).code) throw error;
    return { ...unreadableSound(unreadableReasons.silent), analysis };
  }
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
