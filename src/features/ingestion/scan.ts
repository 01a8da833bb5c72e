import { lazily } from '#platform/lazily.ts';
import {
  DriveError,
  type DriveGateway,
  type DriveItem,
  folderType,
  type Scan,
  type ScannedFile,
} from './imports.ts';

/** Limits of a scan: more than any station has, less than what would take hours. */
const scanLimits = { files: 20_000, folders: 3_000, depth: 25 } as const;

const audioName = /\.(mp3|wav|wave|flac|ogg|oga|opus|m4a|mp4|aac|aif|aiff|wma)$/i;

/**
 * Files and folders that computers leave behind by themselves: a Mac's `._` twin of each file (AppleDouble), which has its
 * sound's name and type, and what Windows and network disks add.
 */
const litter =
  /^(\._.*|\.(DS_Store|AppleDouble|Spotlight-V100|Trashes|fseventsd|TemporaryItems|localized)|Icon\r?|__MACOSX|(eh)?thumbs\.db|desktop\.ini|@eaDir|\$RECYCLE\.BIN|System Volume Information)$/i;

/** Whether a computer left it behind: it is neither imported nor counted. */
const isLitter = ({ name }: Pick<DriveItem, 'name'>): boolean => litter.test(name);

/** Whether Drive describes a file as audio; its bytes decide later. */
export const looksLikeAudio = ({ mimeType, name }: Pick<DriveItem, 'mimeType' | 'name'>): boolean =>
  !mimeType.startsWith('application/vnd.google-apps.') &&
  (mimeType.startsWith('audio/') || (audioName.test(name) && !/^(image|text)\//.test(mimeType)));

const collator = lazily(() => new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }));

/** Natural order: `Faixa 2` before `Faixa 10`, accents as their letters. */
export const byName = (a: { name: string }, b: { name: string }): number =>
  collator().compare(a.name, b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/**
 * Scans a Drive folder recursively: each file and folder once, even with cyclic shortcuts; a folder's own files before
 * those of its sub-folders. A link to a file counts as a folder with that file. @throws DriveError; `too-much` beyond
 * `scanLimits`
 */
export async function scanFolder(
  drive: DriveGateway,
  target: { id: string; resourceKey: string | null },
  signal?: AbortSignal,
): Promise<Scan> {
  const root = await drive.find(target.id, target.resourceKey, signal);
  const scan: Scan = { folders: [], files: [], skipped: 0 };
  const seen = new Set<string>();
  const take = (item: DriveItem, folderId: string): void => {
    if (seen.has(item.id) || isLitter(item)) return;
    seen.add(item.id);
    if (looksLikeAudio(item)) scan.files.push({ ...item, folderId } satisfies ScannedFile);
    else scan.skipped++;
    if (scan.files.length > scanLimits.files) throw new DriveError('too-much');
  };
  if (root.mimeType !== folderType) {
    scan.folders.push({ id: root.id, name: root.name, parentId: null, resourceKey: root.resourceKey });
    take(root, root.id);
    return scan;
  }

  async function enter(folder: DriveItem, parentId: string | null, depth: number): Promise<void> {
    seen.add(folder.id);
    const { id, name, resourceKey } = folder;
    scan.folders.push({ id, name, parentId, resourceKey });
    if (scan.folders.length > scanLimits.folders || depth > scanLimits.depth)
      throw new DriveError('too-much');
    const items = (await drive.list(id, resourceKey, signal)).sort(byName);
    for (const item of items) if (item.mimeType !== folderType) take(item, id);
    for (const item of items) {
      if (item.mimeType === folderType && !seen.has(item.id) && !isLitter(item))
        await enter(item, id, depth + 1);
    }
  }
  await enter(root, null, 0);
  return scan;
}
