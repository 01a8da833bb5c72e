import { createReadStream } from 'node:fs';
import type { IAudioMetadata } from 'music-metadata';
import { Crash, NoFfmpeg, type SoundFile } from '../audio/ffmpeg-gateway.server.ts';
import { type SoundType, soundTypes } from '../sound-type.ts';
import { carriedBy } from './carried.server.ts';
import { ContainerFinder, type Seen } from './container.ts';
import { FileBytes } from './file-bytes.server.ts';
import type { Reading } from './model.ts';
import { probe } from './probe-gateway.server.ts';
import type { Probed } from './probed.ts';
import type { SoundRefusal } from './refusals.ts';
import { workOf } from './told-work.ts';
import { readWave, type WaveChunks } from './wave-chunks.server.ts';

// Only the reading process may load this file (docs/decisions/026).

/** Largest tag before an MP3 that is read, in bytes, and how much of what follows it. */
const tagLimit = 32 * 1024 * 1024;
const behindTag = 64 * 1024;
/** Codecs of pictures that stand still: covers, and the pictures of chapters. */
const stills: readonly (string | null)[] = ['mjpeg', 'png', 'bmp', 'gif', 'webp', 'tiff'];

/**
 * Reads what a file is (docs/sounds.md): the one place that decides by content whether it is a sound that is taken, of
 * which codec, and what came with it. ffprobe decodes the first packets as proof of a sound; without ffmpeg the
 * container's own words have to do. @throws errors of the disk, and any error when aborted
 */
export async function readSound(
  { path, ffmpegFolder }: Omit<SoundFile, 'type'>,
  signal?: AbortSignal,
): Promise<Reading> {
  return FileBytes.read(path, async (bytes): Promise<Reading> => {
    const seen = await findContainer(bytes);
    if ('refusal' in seen) return { ok: false, refusal: seen.refusal };
    const { type, start } = seen;
    const wave = type === 'wav' ? await readWave(bytes, start) : null;
    const probed = await probeTwice({ path, type, ffmpegFolder }, signal);
    const parsed = await parseTags(path, type, start);
    const refusal =
      probed === 'no-ffmpeg' ? refusalWithout(type, parsed, wave) : refusalOf(type, probed, wave);
    if (refusal) return { ok: false, refusal };
    const known = probed === 'no-ffmpeg' ? null : probed;
    const sound = known?.streams.find(isSound);
    const { format } = parsed ?? {};
    const facts = {
      codec: sound?.codec_name ?? (type === 'mp3' || type === 'flac' ? type : null),
      channels: sound?.channels ?? wave?.format?.channels ?? format?.numberOfChannels ?? null,
      sampleRate: sound?.sample_rate ?? wave?.format?.rate ?? format?.sampleRate ?? null,
      carried: await carriedBy(bytes, seen, { probed: known, wave }),
      ...workOf(parsed, known, wave?.info),
    };
    return { ok: true, type, start, facts, statedMs: statedMs(parsed, wave) };
  });
}

async function findContainer(bytes: FileBytes): Promise<Seen> {
  const finder = new ContainerFinder();
  const piece = 64 * 1024;
  for (let at = 0; at < bytes.size; at += piece) {
    const seen = finder.add(await bytes.at(at, piece));
    if (seen) return seen;
  }
  return finder.end();
}

/** What ffprobe says; null: it cannot open the file, or died of it twice. */
async function probeTwice(file: SoundFile, signal?: AbortSignal): Promise<Probed | null | 'no-ffmpeg'> {
  for (let deaths = 0; ; ) {
    try {
      return await probe(file, signal);
    } catch (error) {
      if (error instanceof NoFfmpeg) return 'no-ffmpeg';
      if (!(error instanceof Crash)) throw error;
      if (++deaths === 2) return null;
    }
  }
}

type Stream = Probed['streams'][number];
const isSound = ({ codec_type }: Stream): boolean => codec_type === 'audio';
const isMoving = ({ codec_type, codec_name, disposition }: Stream): boolean =>
  codec_type === 'video' && !disposition.attached_pic && !stills.includes(codec_name);

function refusalOf(type: SoundType, probed: Probed | null, wave: WaveChunks | null): SoundRefusal | null {
  if (wave && wave.soundBytes === 0) return 'no-samples';
  if (!probed) return 'unreadable';
  if (probed.streams.some(isMoving)) return 'video';
  const sound = probed.streams.find(isSound);
  if (!sound) return type === 'm4a' || type === 'ogg' ? 'no-samples' : 'unreadable';
  if (sound.codec_tag_string === 'drms') return 'protected';
  return sound.nb_read_frames > 0 ? null : 'unreadable';
}

/** As `refusalOf`, by what the container says of itself. */
function refusalWithout(
  type: SoundType,
  parsed: IAudioMetadata | null,
  wave: WaveChunks | null,
): SoundRefusal | null {
  if (wave) return wave.soundBytes === 0 ? 'no-samples' : wave.format ? null : 'unreadable';
  if (type === 'mp3') return null;
  if (!parsed) return 'unreadable';
  const { hasVideo, hasAudio, sampleRate = 0 } = parsed.format;
  if (hasVideo) return 'video';
  return hasAudio && (sampleRate > 0 || type === 'm4a') ? null : 'unreadable';
}

/** The tags, and a container's description, as music-metadata reads them; null: it cannot. */
async function parseTags(path: string, type: SoundType, start: number): Promise<IAudioMetadata | null> {
  const { parseBuffer, parseFile, parseStream } = await import('music-metadata');
  const options = { skipCovers: true, skipPostHeaders: true };
  const mimeType = soundTypes[type];
  if (type !== 'mp3' && start === 0) return parseFile(path, options).catch(() => null);
  if (type === 'mp3') {
    const bytes: Buffer[] = [];
    const end = Math.min(start, tagLimit) + behindTag;
    for await (const part of createReadStream(path, { end }) as AsyncIterable<Buffer>) bytes.push(part);
    // It looks long for frames in garbage, so that it gets no more than it needs.
    return parseBuffer(Buffer.concat(bytes), mimeType, options).catch(() => null);
  }
  const stream = createReadStream(path, { start });
  try {
    return await parseStream(stream, { mimeType }, options).catch(() => null);
  } finally {
    stream.destroy();
  }
}

/** The length by plain arithmetic where samples have one size, else as the container states it. */
function statedMs(parsed: IAudioMetadata | null, wave: WaveChunks | null): number | null {
  const { tag = 0, channels = 0, rate = 0, bits = 0 } = wave?.format ?? {};
  const bytesASecond = channels * rate * Math.ceil(bits / 8);
  if (wave && (tag === 1 || tag === 3) && bytesASecond > 0)
    return Math.round((wave.soundBytes * 1000) / bytesASecond);
  const { duration } = parsed?.format ?? {};
  return duration ? Math.round(duration * 1000) : null;
}
