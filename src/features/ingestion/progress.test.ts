import { expect, it } from 'vitest';
import type { FileStatus } from '#db/schema/ingestion.ts';
import {
  countFiles,
  countRows,
  type ImportLine,
  remember,
  type Sample,
  sayLeftOut,
  sayTimeLeft,
  secondsLeft,
  shareDone,
} from './progress.ts';

const none = {
  pending: 0,
  running: 0,
  waiting: 0,
  done: 0,
  unchanged: 0,
  missing: 0,
  removed: 0,
  failed: 0,
  cancelled: 0,
};
const line = (files: Partial<Record<FileStatus, number>>, given: Partial<ImportLine> = {}) => ({
  status: 'running' as const,
  files: { ...none, ...files },
  bytes: 100,
  received: 50,
  ...given,
});

it('knows nothing while the folder is read, and all when the import has ended', () => {
  expect(shareDone(line({}, { status: 'scanning' }))).toBeNull();
  expect(shareDone(line({ done: 1, failed: 1 }, { status: 'done' }))).toBe(100);
});

it('counts files and bytes together', () => {
  expect(shareDone(line({ pending: 1, done: 1 }))).toBe(50);
  expect(shareDone(line({ pending: 1, done: 3 }, { received: 25 }))).toBe(50);
  expect(shareDone(line({ pending: 1, done: 1 }, { bytes: 0, received: 0 }))).toBe(50);
});

it('tells the time left by the speed of the last minute', () => {
  let samples: Sample[] = [];
  for (const [at, share] of [
    [0, 0],
    [70_000, 10],
    [80_000, 20],
    [90_000, 30],
  ])
    samples = remember(samples, { at: at!, share: share! });
  expect(samples[0]!.at).toBe(70_000);
  expect(secondsLeft(samples)).toBe(70);
  expect(secondsLeft([{ at: 0, share: 0 }])).toBeNull();
});

it('begins anew when more files have come', () => {
  const samples = remember([{ at: 0, share: 80 }], { at: 1000, share: 40 });
  expect(samples).toEqual([{ at: 1000, share: 40 }]);
});

it.each([
  [5, 'menos de um minuto'],
  [70, 'cerca de 1 minuto'],
  [600, 'cerca de 10 minutos'],
  [4000, 'cerca de 1 hora'],
  [10_000, 'cerca de 3 horas'],
])('says %d seconds as “%s”', (seconds, text) => {
  expect(sayTimeLeft(seconds)).toBe(text);
});

it('tells apart what was to come and what was left as it was', () => {
  const some = line({ done: 2, missing: 1, removed: 3 });
  expect([countFiles(some), countRows(some)]).toEqual([2, 6]);
  expect(shareDone(line({ done: 1, pending: 1, missing: 5 }))).toBe(50);
  expect(sayLeftOut(some)).toEqual([
    '1 faixa não está mais na pasta do Drive. Ela continua no pacote e toca.',
    '3 arquivos ficaram de fora: as faixas foram removidas do pacote.',
  ]);
  expect(sayLeftOut(line({ done: 1 }))).toEqual([]);
});
