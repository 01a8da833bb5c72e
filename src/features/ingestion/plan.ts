import { soundName } from '#features/media/audio/sound-name.ts';
import { type SoundType, soundTypes } from '#features/media/sound-type.ts';
import type { ScannedFile } from './model.ts';

/** A track of the package as it is now. */
export interface KnownTrack {
  id: string;
  name: string;
  mime: string;
  orderIndex: number;
  driveFileId: string | null;
  driveMd5: string | null;
  /** What Drive called the file when it was last imported; null: never. */
  driveName: string | null;
  size: number | null;
  /** Whether its bytes are stored. */
  isStored: boolean;
  isMissing: boolean;
}

/** What is to be done so that a package has what its Drive folder has. */
export interface PackagePlan {
  /** Files whose bytes are wanted, with the place where new ones go. */
  fetch: { file: ScannedFile; orderIndex: number; trackId: string | null }[];
  /** Tracks whose bytes are those in Drive: renamed where Drive renamed them, told of again where they were missing. */
  keep: { file: ScannedFile; trackId: string; name: string }[];
  /** Tracks whose file is no longer in the folder. They stay and play. */
  missing: string[];
}

/**
 * Compares a Drive folder with a package. Nothing is ever deleted. A file is known again by its Drive id, or, moved or
 * sent anew, by its MD5; one whose MD5 has not changed is not fetched. Order and names that an administrator
 * gave stay; new files follow at the end, in Drive's order.
 */
export function planPackage(files: readonly ScannedFile[], tracks: readonly KnownTrack[]): PackagePlan {
  const plan: PackagePlan = { fetch: [], keep: [], missing: [] };
  const byDriveId = new Map(
    tracks.flatMap((track) => (track.driveFileId ? [[track.driveFileId, track]] : [])),
  );
  const inFolder = new Set(files.map(({ id }) => id));
  /** Tracks without a file in the folder, by the bytes they had there. */
  const orphans = new Map<string, KnownTrack>();
  for (const track of tracks) {
    const isFree = !track.driveFileId || !inFolder.has(track.driveFileId);
    if (isFree && track.driveMd5 && !orphans.has(track.driveMd5)) orphans.set(track.driveMd5, track);
  }
  const found = new Set<string>();
  let next = tracks.reduce((last, { orderIndex }) => Math.max(last, orderIndex), -1) + 1;
  for (const file of files) {
    const known = byDriveId.get(file.id) ?? takeOrphan(orphans, file.md5);
    if (!known) {
      plan.fetch.push({ file, orderIndex: next++, trackId: null });
      continue;
    }
    found.add(known.id);
    if (isSame(file, known)) plan.keep.push({ file, trackId: known.id, name: nameAfter(file, known) });
    else plan.fetch.push({ file, orderIndex: known.orderIndex, trackId: known.id });
  }
  for (const { id, driveFileId, isMissing } of tracks)
    if (driveFileId && !found.has(id) && !isMissing) plan.missing.push(id);
  return plan;
}

function takeOrphan(orphans: Map<string, KnownTrack>, md5: string | null): KnownTrack | undefined {
  const track = md5 === null ? undefined : orphans.get(md5);
  if (track) orphans.delete(md5!);
  return track;
}

/** Without an MD5 from Drive the size has to do. */
function isSame(file: ScannedFile, track: KnownTrack): boolean {
  if (!track.isStored) return false;
  if (file.md5 && track.driveMd5) return file.md5 === track.driveMd5;
  return !file.md5 && track.driveFileId === file.id && file.size !== null && file.size === track.size;
}

/** The name follows Drive's when Drive's has changed since the last import. */
export function nameAfter(file: Pick<ScannedFile, 'name'>, track: KnownTrack): string {
  if (track.driveName === file.name) return track.name;
  const type = (Object.keys(soundTypes) as SoundType[]).find((each) => soundTypes[each] === track.mime);
  return soundName(file.name.replaceAll(/[/\\]/g, '-'), type ?? 'mp3');
}
