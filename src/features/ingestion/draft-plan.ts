import type { DraftGroup } from './drafts.ts';
import type { ScannedFile } from './imports.ts';

/** A package that was made of a Drive folder, by hand or by itself. */
export interface KnownPackage {
  id: string;
  /** Its draft's key, or the folder that its link names. */
  key: string;
  isDraft: boolean;
  /** In the bin: its folder stays out until it is removed for good. */
  isDeleted: boolean;
  /** Drive files that it has, has had, or is about to get. */
  files: ReadonlySet<string>;
}

/** What is to be made of a scan. */
export interface DraftPlan {
  make: DraftGroup[];
  /** Drafts that are there and get the files that have never come. */
  complete: { packageId: string; files: ScannedFile[] }[];
  /** Folders that have a package already, and folders whose package was deleted. */
  known: number;
  deleted: number;
}

const folderOf = (key: string): string => key.split('#', 1)[0]!;

/**
 * Which groups of a scan become drafts: those whose folder has no package yet (CRP-09, A-72). Published packages are
 * left as they are; a file that another package of the same folder has is not taken twice.
 */
export function planDrafts(groups: DraftGroup[], packages: KnownPackage[]): DraftPlan {
  const plan: DraftPlan = { make: [], complete: [], known: 0, deleted: 0 };
  for (const group of groups) {
    const here = packages.filter(({ key }) => folderOf(key) === group.folderId);
    const known = here.find(({ key, isDeleted }) => key === group.key && !isDeleted);
    const had = new Set(here.flatMap(({ files }) => [...files]));
    const fresh = group.files.filter(({ id }) => !had.has(id));
    if (known) {
      plan.known++;
      if (known.isDraft && fresh.length > 0) plan.complete.push({ packageId: known.id, files: fresh });
    } else if (here.some(({ key }) => key === group.key)) plan.deleted++;
    else if (fresh.length === 0) plan.known++;
    else plan.make.push({ ...group, files: fresh });
  }
  return plan;
}
