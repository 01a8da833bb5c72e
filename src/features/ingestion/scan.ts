import {
  DriveError,
  type DriveGateway,
  type DriveItem,
  folderType,
  type Scan,
  type ScannedFile,
} from './imports.ts';

/** Bounds of one scan: more than any station keeps in a folder, less than what would hold us up for hours. */
const scanLimits = { files: 20_000, folders: 3_000, depth: 25 } as const;

const audioName = /\.(mp3|wav|wave|flac|ogg|oga|opus|m4a|mp4|aac|aif|aiff|wma)$/i;

/** Whether a file may be audio by what Drive says of it; its bytes decide later. */
export const looksLikeAudio = ({ mimeType, name }: Pick<DriveItem, 'mimeType' | 'name'>): boolean =>
  !mimeType.startsWith('application/vnd.google-apps.') &&
  (mimeType.startsWith('audio/') || (audioName.test(name) && !/^(image|text)\//.test(mimeType)));

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** Order in which a person expects names: `Faixa 2` before `Faixa 10`, accents as their letters. */
export const byName = (a: { name: string }, b: { name: string }): number =>
  collator.compare(a.name, b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/**
 * Looks through a Drive folder and what lies below it: each folder and file once, however often shortcuts lead back
 * to it; a folder's own files before those of its sub-folders. A link to one file is a folder with that file alone.
 * @throws DriveError; `too-much` beyond `scanLimits`
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
    if (seen.has(item.id)) return;
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
      if (item.mimeType === folderType && !seen.has(item.id)) await enter(item, id, depth + 1);
    }
  }
  await enter(root, null, 0);
  return scan;
}
