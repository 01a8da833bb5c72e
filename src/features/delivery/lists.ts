import type { Cues } from '#db/schema/catalog.ts';
import { toCsv } from '#platform/csv.ts';
import { pathIn } from './folder.ts';
import type { ListKind } from './list-kinds.ts';
import { encodeWindows1252 } from './windows-1252.ts';

/** A file as lists name it. */
export interface ListedFile {
  name: string;
  title: string;
  packageTitle: string;
  durationMs: number;
  tempoBpm: number | null;
  loudnessLufs: number | null;
  truePeakDb: number | null;
  cues: Pick<Cues, 'startMs' | 'introMs' | 'endMs'> | null;
  /** What should be known of it, in sentences. */
  notes: readonly string[];
}

const lines = (all: string[]): string => all.map((line) => `${line}\r\n`).join('');
const seconds = ({ durationMs }: ListedFile): number => Math.round(durationMs / 1000);
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const inSeconds = (ms: number | null | undefined): number | '' => (ms == null ? '' : ms / 1000);
const inTenths = (value: number | null): number | '' => (value === null ? '' : Math.round(value * 10) / 10);

/** Each list as its program reads it. */
const writers: Record<ListKind, (files: readonly ListedFile[], folder: string) => Buffer> = {
  // The count, then milliseconds, a tab, and the path.
  lst: (files, folder) =>
    encodeWindows1252(
      lines([
        String(files.length),
        ...files.map((file) => `${file.durationMs}\t${pathIn(folder, file.name)}`),
      ]),
    ),
  m3u8: (files, folder) =>
    Buffer.from(
      lines([
        '#EXTM3U',
        ...files.flatMap((file) => [
          `#EXTINF:${seconds(file)},${oneLine(file.title)}`,
          // A line that begins with '#' is a comment.
          pathIn(folder, file.name).replace(/^#/, './#'),
        ]),
      ]),
    ),
  pls: (files, folder) =>
    Buffer.from(
      lines([
        '[playlist]',
        ...files.flatMap((file, at) => [
          `File${at + 1}=${pathIn(folder, file.name)}`,
          // Liquidsoap takes '#' and the rest of the line, with its end, for a comment.
          `Title${at + 1}=${oneLine(file.title).replaceAll('#', '＃')}`,
          `Length${at + 1}=${seconds(file)}`,
        ]),
        `NumberOfEntries=${files.length}`,
        'Version=2',
      ]),
    ),
  csv: (files, folder) =>
    Buffer.from(
      toCsv([
        [
          'Ordem',
          'Arquivo',
          'Título',
          'Pacote',
          'Duração (s)',
          'Início (s)',
          'Intro (s)',
          'Fim (s)',
          'BPM',
          'LUFS',
          'Pico (dBTP)',
          'Caminho',
          'Observações',
        ],
        ...files.map((file, at) => [
          at + 1,
          file.name,
          oneLine(file.title),
          oneLine(file.packageTitle),
          file.durationMs / 1000,
          ...[file.cues?.startMs, file.cues?.introMs, file.cues?.endMs].map(inSeconds),
          file.tempoBpm === null ? '' : Math.round(file.tempoBpm),
          inTenths(file.loudnessLufs),
          inTenths(file.truePeakDb),
          pathIn(folder, file.name),
          file.notes.join(' '),
        ]),
      ]),
    ),
};

/** A list of a delivery. @param folder where the files will lie; empty: unknown, so that files are named alone */
export const writeList = (kind: ListKind, files: readonly ListedFile[], folder: string): Buffer =>
  writers[kind](files, folder);
