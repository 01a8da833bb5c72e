import { soundName } from '#features/media/audio/sound-name.ts';
import { type SoundType, soundTypeOf } from '#features/media/sound-type.ts';
import type { ScannedFile } from './imports.ts';

export interface KnownTrack {
  id: string;
  name: string;
  mime: string;
  orderIndex: number;
  driveFileId: string | null;
  driveMd5: string | null;
  /** The file's last known name in Drive; null: never seen. */
  driveName: string | null;
  size: number | null;
  isStored: boolean;
  isMissing: boolean;
}

/** The changes that bring a package in line with its Drive folder. */
export interface PackagePlan {
  /** Files to fetch, with the position of new ones. */
  fetch: { file: ScannedFile; orderIndex: number; trackId: string | null }[];
  /** Tracks with unchanged bytes: renamed if renamed in Drive, no longer missing. */
  keep: { file: ScannedFile; track: KnownTrack; name: string }[];
  /** Tracks whose file is no longer in the folder. They stay and play. */
  missing: KnownTrack[];
  /** Files whose track an administrator removed: left out. */
  removed: ScannedFile[];
}

interface PlanOptions {
  /** Drive ids of files whose track an administrator removed. */
  removed?: ReadonlySet<string>;
  /** The files are only some of the folder's: absent ones are not missing. */
  isPart?: boolean;
}

/**
 * Compares a Drive folder with a package. Deletes nothing and keeps manual changes: order, names, removals. Identifies
 * a file by its Drive id; a moved or re-uploaded one by its MD5, or by its name if a file of that name vanished
 * and no other has it. An unchanged MD5 is not fetched. New files are appended in Drive's order.
 */
export function planPackage(
  files: readonly ScannedFile[],
  tracks: readonly KnownTrack[],
  { removed = new Set(), isPart = false }: PlanOptions = {},
): PackagePlan {
  const plan: PackagePlan = { fetch: [], keep: [], missing: [], removed: [] };
  const owners = findOwners(files, tracks, isPart);
  const found = new Set<KnownTrack>(owners.values());
  let next = tracks.reduce((last, { orderIndex }) => Math.max(last, orderIndex), -1) + 1;
  for (const file of files) {
    const track = owners.get(file);
    if (track && isSame(file, track)) plan.keep.push({ file, track, name: nameAfter(file, track) });
    else if (track) plan.fetch.push({ file, orderIndex: track.orderIndex, trackId: track.id });
    else if (removed.has(file.id)) plan.removed.push(file);
    else plan.fetch.push({ file, orderIndex: next++, trackId: null });
  }
  if (!isPart)
    plan.missing = tracks.filter((track) => track.driveFileId && !found.has(track) && !track.isMissing);
  return plan;
}

/** The track of each file: by Drive id, else among tracks whose file is not in the folder. */
function findOwners(
  files: readonly ScannedFile[],
  tracks: readonly KnownTrack[],
  isPart: boolean,
): Map<ScannedFile, KnownTrack> {
  const byDriveId = new Map(tracks.map((track) => [track.driveFileId, track]));
  const inFolder = new Set(files.map(({ id }) => id));
  const free = new Set(
    tracks.filter(
      ({ driveFileId, isMissing }) => !driveFileId || (isPart ? isMissing : !inFolder.has(driveFileId)),
    ),
  );
  const owners = new Map<ScannedFile, KnownTrack>();
  const take = (file: ScannedFile, track: KnownTrack | undefined): void => {
    if (!track) return;
    owners.set(file, track);
    free.delete(track);
  };
  for (const file of files) take(file, byDriveId.get(file.id));
  const byMd5 = groupBy(free, ({ driveMd5 }) => driveMd5);
  for (const file of files) {
    const alike = owners.has(file) || !file.md5 ? [] : (byMd5.get(file.md5) ?? []);
    take(
      file,
      alike.find((track) => free.has(track)),
    );
  }
  const namesakes = groupBy(tracks, ({ driveName }) => driveName);
  const filesOfName = groupBy(files, ({ name }) => name);
  for (const file of files) {
    const [track, another] = namesakes.get(file.name) ?? [];
    const isOnly = !another && filesOfName.get(file.name)?.length === 1;
    if (!owners.has(file) && isOnly && track && free.has(track) && track.driveFileId) take(file, track);
  }
  return owners;
}

const groupBy = <T>(all: Iterable<T>, key: (one: T) => string | null): Map<string | null, T[]> =>
  Map.groupBy(all, key);

/** Without an MD5 from Drive, compares the size. */
function isSame(file: ScannedFile, track: KnownTrack): boolean {
  if (!track.isStored) return false;
  if (file.md5 && track.driveMd5) return file.md5 === track.driveMd5;
  return !file.md5 && track.driveFileId === file.id && file.size !== null && file.size === track.size;
}

/** A track's name for a Drive file. */
export const trackName = (file: Pick<ScannedFile, 'name'>, type: SoundType): string =>
  soundName(file.name, type);

/** The name that version 0.3 gave: it dropped signs that file systems forbid. */
const formerName = (given: string): string =>
  given
    .replaceAll(/[/\\]/g, '-')
    .replaceAll(/[<>:"|?*]/g, '')
    .replace(/^[.\s]+/, '');

/** The name follows Drive's until somebody renames the track. */
export function nameAfter(
  file: Pick<ScannedFile, 'name'>,
  { name, mime, driveName }: Pick<KnownTrack, 'name' | 'mime' | 'driveName'>,
): string {
  if (driveName === null || driveName === file.name) return name;
  const type = soundTypeOf(mime) ?? 'mp3';
  const given = [driveName, formerName(driveName)].map((known) => trackName({ name: known }, type));
  return given.includes(name) ? trackName(file, type) : name;
}
