import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { stepAside } from '#platform/background.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { demuxers, measureSound, programIn } from '../audio/gateway.server.ts';
import type { SoundFacts } from '../audio/model.ts';
import type { SoundType } from '../sound-type.ts';
import { needsPreview, previewKbps } from './model.ts';

/** Milliseconds that making one may take. */
const patience = 15 * 60_000;

/** A small MP3 in its place in the store, not yet booked. */
export interface PlacedPreview {
  key: string;
  size: number;
}

/** A sound as a file, and where its small MP3 may be written on the way: beside it when left out. */
interface SoundFile {
  path: string;
  type: SoundType;
  size: number;
  draft?: string;
  /** It has its small MP3 already: none is made. */
  hasPreview?: boolean;
}

/**
 * Everything that is made of a sound when it arrives, from Drive or by hand: it is measured, and a heavy one gets its
 * small MP3 (docs/decisions/016). Safe to repeat.
 * @param measure how it is measured: by itself in this process when left out; null: it could not be
 * @throws what measuring throws
 */
export async function examineSound(
  storage: Storage,
  { path, type, size, draft, hasPreview }: SoundFile,
  options: { ffmpegFolder?: string | undefined; signal: AbortSignal },
  measure: (...args: Parameters<typeof measureSound>) => Promise<SoundFacts | null> = measureSound,
): Promise<{ facts: SoundFacts | null; preview: PlacedPreview | null }> {
  const facts = await measure(path, type, options);
  const isWanted = !hasPreview && needsPreview(type, size, facts?.durationMs ?? null);
  return { facts, preview: isWanted ? await placePreview(storage, path, type, options, draft) : null };
}

/**
 * Makes the small MP3 of a sound and stores it under its content's key; null where ffmpeg is missing or fails, and the
 * original is heard. Safe to repeat.
 */
async function placePreview(
  storage: Storage,
  path: string,
  type: SoundType,
  options: { ffmpegFolder?: string | undefined; signal: AbortSignal },
  draft = `${path}.preview.mp3`,
): Promise<PlacedPreview | null> {
  try {
    if (!(await encode(path, type, draft, options))) return null;
    const { size } = await stat(draft);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(draft)) hash.update(chunk as Buffer);
    const name = hash.digest('hex');
    const key = `audio/${name.slice(0, 2)}/${name}.mp3`;
    if ((await storage.stat(key))?.size !== size)
      await storage.put(key, createReadStream(draft), { mime: 'audio/mpeg' });
    return { key, size };
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** Whether a file came of it; a stop is thrown, so that nobody takes it for a sound without preview. */
async function encode(
  path: string,
  type: SoundType,
  draft: string,
  { ffmpegFolder, signal }: { ffmpegFolder?: string | undefined; signal: AbortSignal },
): Promise<boolean> {
  const input = ['-protocol_whitelist', 'file,pipe', '-f', demuxers[type], '-i', path];
  const output = ['-map', '0:a:0', '-map_metadata', '-1', '-c:a', 'libmp3lame', '-b:a', `${previewKbps}k`];
  const child = spawn(
    programIn(ffmpegFolder),
    ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...input, ...output, '-f', 'mp3', draft],
    {
      stdio: 'ignore',
      signal: AbortSignal.any([AbortSignal.timeout(patience), signal]),
      killSignal: 'SIGKILL',
    },
  );
  stepAside(child);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  signal.throwIfAborted();
  return code === 0 && ((await stat(draft).catch(() => null))?.size ?? 0) > 0;
}
