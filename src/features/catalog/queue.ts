import type { PackageCard, PackageQueue, TrackRow } from './model.ts';

export const toQueue = (pack: PackageCard, tracks: TrackRow[]): PackageQueue => ({
  packageId: pack.id,
  packageTitle: pack.title,
  coverUrl: pack.coverUrl,
  kind: pack.kind,
  tracks: tracks.map(({ id, name, durationMs, peaks, loudnessLufs, truePeakDb, tempoBpm }) => ({
    id,
    name,
    durationMs,
    peaks,
    loudnessLufs,
    truePeakDb,
    tempoBpm,
  })),
});
