import type { DraftGroup } from './drafts.ts';
import type { ScannedFile } from './imports.ts';

/** A package made from a Drive folder, manually or automatically. */
export interface KnownPackage {
  id: string;
  /** Its draft's key, or the folder of its link. */
  key: string;
  isDraft: boolean;
  /** Deleted: its folder is skipped until it is purged. */
  isDeleted: boolean;
  /** Drive files that it has, had, or will get. */
  files: ReadonlySet<string>;
}

export interface DraftPlan {
  make: DraftGroup[];
  /** Existing drafts with the files that never arrived. */
  complete: { packageId: string; files: ScannedFile[] }[];
  /** Folders that have a package, and folders whose package was deleted. */
  known: number;
  deleted: number;
}

/** The folder of a draft's key, without the series behind `#`. */
export const folderOf = (key: string): string => key.replace(/#.*/s, '');

/** Drafts for folders without a package (CRP-09, A-72); published packages stay, no file is used twice. */
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
