import {
  type Begun,
  begin,
  beginMixed,
  bytesOf,
  type SoundFile,
  soundOf,
  sourceOf,
} from './ffmpeg-gateway.server.ts';

// Only the reading process may load this file (docs/decisions/026).

export interface Levels {
  /** By the container; null: it does not say. */
  durationMs: number | null;
  /** Integrated loudness in LUFS (EBU R 128); null: too short or too quiet. */
  loudnessLufs: number | null;
  /** In dBTP; null for silence. */
  truePeakDb: number | null;
}

/** Samples a second of what was joined from several rates, so that no part loses what is heard. */
const measuringRate = 48_000;

const meter = 'ebur128=peak=true:framelog=verbose';
const nowhere = ['-f', 'null', '-'];
const listening = ['ignore', 'ignore', 'pipe'] as const;

/** The levels of a file without joints, such as one of ours. Null: it cannot be read. @throws when aborted */
export async function measureLevels(file: SoundFile, signal?: AbortSignal): Promise<Levels | null> {
  const args = ['-nostats', ...sourceOf(file), ...soundOf(0, measuringRate, [meter]), ...nowhere];
  return readLevels(begin(file.ffmpegFolder, args, await bytesOf([file]), { stdio: [...listening], signal }));
}

/** The levels of any file, of all its parts, after filters at a rate. Null: it cannot be read. @throws when aborted */
export async function measureWhole(
  file: SoundFile,
  { filters = [], rate = measuringRate }: { filters?: readonly string[]; rate?: number } = {},
  signal?: AbortSignal,
): Promise<Levels | null> {
  const args = ['-nostats', '-af', [...filters, meter].join(','), ...nowhere];
  return readLevels(await beginMixed(file, args, { rate, stdio: listening.slice(1), signal }));
}

async function readLevels(begun: Begun): Promise<Levels | null> {
  let said = '';
  begun.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said.slice(0, 16_384)}${said.slice(16_384).slice(-16_384)}${text}`;
  });
  if ((await begun.ended) !== 0) return null;
  const summary = said.slice(said.lastIndexOf('Summary:'));
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN);
  return {
    durationMs: readDuration(said),
    loudnessLufs: readLoudness(said),
    truePeakDb: Number.isFinite(peak) ? peak : null,
  };
}

/** The length that ffmpeg reads from a container, in milliseconds. */
function readDuration(said: string): number | null {
  const [whole, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(said) ?? [];
  return whole ? Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000) : null;
}

/** The integrated loudness of ebur128's report; null at −70 LUFS, the end of its scale: too short or too quiet. */
export function readLoudness(report: string): number | null {
  const summary = report.slice(report.lastIndexOf('Summary:'));
  const lufs = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN);
  return Number.isFinite(lufs) && lufs > -70 ? lufs : null;
}

/** What ffmpeg reports of one of several sounds measured together, one text for each part of a joined file. */
export const reportsOf = (report: string, number: number): string[] =>
  report
    .split(/(?=\[ebur128@s\d+ @ [^\]]*\] Summary:)/)
    .filter((part) => part.startsWith(`[ebur128@s${number} `));
