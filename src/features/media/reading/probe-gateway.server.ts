import type { Readable } from 'node:stream';
import { begin, bytesOf, type SoundFile, sourceOf } from '../audio/ffmpeg-gateway.server.ts';
import { type Probed, probedSchema } from './probed.ts';

// Only the reading process may load this file (docs/decisions/026).

/** Packets that are decoded as proof of a sound, and bytes of ffprobe's answer at most. */
const proofPackets = 50;
const mostSaid = 4 * 1024 * 1024;

/** What ffprobe says of a file, with its first packets decoded; null: it cannot open it. @throws NoFfmpeg, Crash */
export async function probe(file: SoundFile, signal?: AbortSignal): Promise<Probed | null> {
  const wanted = ['-show_streams', '-show_chapters', '-show_format', '-of', 'json'];
  const proof = ['-count_frames', '-read_intervals', `%+#${proofPackets}`];
  const { child, ended } = begin(
    file.ffmpegFolder,
    ['-v', 'quiet', ...sourceOf(file), ...proof, ...wanted],
    await bytesOf([file]),
    { program: 'ffprobe', stdio: ['ignore', 'pipe', 'ignore'], signal },
  );
  let said = '';
  (child.stdout as Readable).setEncoding('utf8').on('data', (text: string) => {
    if (said.length < mostSaid) said += text;
  });
  if ((await ended) !== 0) return null;
  try {
    return probedSchema.parse(JSON.parse(said));
  } catch {
    return null;
  }
}
