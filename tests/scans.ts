import type { Scan } from '#features/ingestion/imports.ts';

/** A scan from paths: 'Natal/Sinos.mp3' is in the folder Natal below the pasted one, named Rádio. */
export function aScan(paths: string[], root = 'Rádio'): Scan {
  const scan: Scan = {
    folders: [{ id: 'root', name: root, parentId: null, resourceKey: null }],
    files: [],
    skipped: 0,
  };
  for (const path of paths) {
    const names = path.split('/');
    const file = names.pop()!;
    let folderId = 'root';
    for (const name of names) {
      const id = folderId === 'root' ? name : `${folderId}/${name}`;
      if (!scan.folders.some((folder) => folder.id === id))
        scan.folders.push({ id, name, parentId: folderId, resourceKey: null });
      folderId = id;
    }
    const facts = { mimeType: 'audio/mpeg', size: 10, md5: null, resourceKey: null };
    scan.files.push({ id: `f-${path}`, name: file, folderId, ...facts });
  }
  return scan;
}
