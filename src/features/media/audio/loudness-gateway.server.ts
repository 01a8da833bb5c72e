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
  /** Of what was decoded. */
  durationMs: number;
  /** Integrated loudness in LUFS (EBU R 128); null: too quiet. */
  loudnessLufs: number | null;
  /** In dBTP; null for silence. */
  truePeakDb: number | null;
}

/** Samples a second of what was joined from several rates, so that no part loses what is heard. */
const measuringRate = 48_000;

const meter = 'ebur128=peak=true:framelog=verbose';
const nowhere = ['-f', 'null', '-'];
const telling = ['-nostats', '-progress', 'pipe:2'];
/** A gating block of EBU R 128, which a shorter sound does not fill. */
const blockMs = 400;
const listening = ['ignore', 'ignore', 'pipe'] as const;

/** The levels of a file without joints, such as one of ours. Null: it cannot be read. @throws when aborted */
export const measureLevels = (file: SoundFile, signal?: AbortSignal): Promise<Levels | null> =>
  measure(async (filters) => {
    const args = [...telling, ...sourceOf(file), ...soundOf(0, measuringRate, filters), ...nowhere];
    return begin(file.ffmpegFolder, args, await bytesOf([file]), { stdio: [...listening], signal });
  });

/** The levels of any file, of all its parts, after filters at a rate. Null: it cannot be read. @throws when aborted */
export const measureWhole = (
  file: SoundFile,
  { filters = [], rate = measuringRate }: { filters?: readonly string[]; rate?: number } = {},
  signal?: AbortSignal,
): Promise<Levels | null> =>
  measure((meters) => {
    const args = [...telling, '-af', [...filters, ...meters].join(','), ...nowhere];
    return beginMixed(file, args, { rate, stdio: listening.slice(1), signal });
  });

/** Measures; a sound shorter than a block gets the loudness of its repetition. @param listen runs ffmpeg with filters */
async function measure(listen: (filters: readonly string[]) => Promise<Begun>): Promise<Levels | null> {
  const levels = await readLevels(await listen([meter]));
  if (!levels || levels.loudnessLufs !== null || levels.durationMs === 0 || levels.durationMs >= blockMs)
    return levels;
  // `size` bounds the memory only: the sound ends before.
  const repeated = `aloop=loop=${Math.ceil((2 * blockMs) / levels.durationMs)}:size=192000`;
  const longer = await readLevels(await listen([repeated, meter]));
  return { ...levels, loudnessLufs: longer?.loudnessLufs ?? null };
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

/** The length of what ffmpeg has decoded, in milliseconds. */
function readDuration(said: string): number {
  const progress = said.slice(said.lastIndexOf('out_time='));
  const [hours = 0, minutes = 0, seconds = 0] =
    /^out_time=(.+)/.exec(progress)?.[1]?.split(':').map(Number) ?? [];
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000);
}

/** The integrated loudness of ebur128's report; null at −70 LUFS, the end of its scale: shorter than a block, or too quiet. */
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
