import { firstOf } from '#platform/elements.ts';
import { lazily } from '#platform/lazily.ts';
import { kindOfKindWord } from './category-guess.ts';
import { foldName, isGeneric, titleOf } from './draft-names.ts';
import { type DraftGroup, draftLimits } from './drafts.ts';
import type { Scan, ScannedFile, ScannedFolder } from './imports.ts';
import { byName } from './scan.ts';

const collator = lazily(() => new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }));

/** Thresholds for splitting loose files: number of series, files in each, and share of all files in them. */
const clearly = { series: 2, files: 2, share: 0.8 };

/** One package per folder with audio; loose files of the pasted folder may form several series. */
export function groupScan(scan: Scan): DraftGroup[] {
  const folders = new Map(scan.folders.map((folder) => [folder.id, folder]));
  const files = Map.groupBy(scan.files, ({ folderId }) => folderId);
  const groups = scan.folders.flatMap((folder) => {
    const here = (files.get(folder.id) ?? []).toSorted(byName);
    if (here.length === 0) return [];
    const path = pathTo(folder, folders);
    const whole = { key: folder.id, folderId: folder.id, path, name: nameOf(path), files: here };
    return folder.parentId === null ? splitSeries(whole) : [whole];
  });
  return groups
    .toSorted((a, b) => collator().compare([...a.path, a.name].join('\n'), [...b.path, b.name].join('\n')))
    .slice(0, draftLimits.packages);
}

function pathTo(folder: ScannedFolder, folders: Map<string, ScannedFolder>): string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  for (let at: ScannedFolder | undefined = folder; at && !seen.has(at.id); ) {
    seen.add(at.id);
    path.unshift(at.name);
    at = at.parentId === null ? undefined : folders.get(at.parentId);
  }
  return path;
}

/** A folder's own name, with as many parents as it needs: 'Natal – CD 2'. */
function nameOf(path: string[]): string {
  const names: string[] = [];
  for (const name of path.toReversed()) {
    names.unshift(name);
    if (!isGeneric(name)) break;
  }
  return names.map(titleOf).filter(Boolean).join(' – ');
}

/** The part of a file's name before the first separator or its number. */
export function seriesOf(fileName: string): string {
  const stem = fileName.replace(/\.[a-z0-9]{2,4}$/i, '').replace(/^\s*\d{1,4}\s*[-–—_.)]+\s*/, '');
  const [head = stem, ...rest] = stem.split(/\s+[-–—]\s+|_+/);
  const first = rest.length > 0 ? head : (/^(\p{L}{3,})-\p{L}/u.exec(stem)?.[1] ?? stem);
  return first.replace(/[\s\-–(#]*\d+\)?\s*$/, '').trim();
}

function splitSeries(whole: DraftGroup): DraftGroup[] {
  const series = Map.groupBy(whole.files, ({ name }) => foldName(titleOf(seriesOf(name))));
  const real = [...series].filter(([fold, files]) => fold !== '' && files.length >= clearly.files);
  const inSeries = real.reduce((sum, [, files]) => sum + files.length, 0);
  if (real.length < clearly.series || inSeries < whole.files.length * clearly.share) return [whole];
  const rest: ScannedFile[] = whole.files.filter((file) => !real.some(([, files]) => files.includes(file)));
  const made = real.map(([fold, files]) => ({
    ...whole,
    key: `${whole.folderId}#${fold.slice(0, 80)}`,
    name: nameOfSeries(titleOf(seriesOf(firstOf(files).name)), whole.name),
    files,
  }));
  return rest.length > 0 ? [...made, { ...whole, files: rest }] : made;
}

/** 'Efeito' alone says little: 'Efeito – Rádio Cidade'. */
const nameOfSeries = (series: string, folder: string): string =>
  kindOfKindWord(foldName(series)) && folder ? `${series} – ${folder}` : series;

/**
 * The files of a scan that belong to a draft: those of its own folder, without sub-folders (separate packages) and
 * series with a package of their own. @param others keys of other packages
 */
export function filesOfKey(scan: Scan, key: string, others: string[]): ScannedFile[] {
  const [folderId, series] = key.split('#', 2);
  const named = (file: ScannedFile) => foldName(titleOf(seriesOf(file.name))).slice(0, 80);
  const taken = new Set(
    others.flatMap((other) => (other.startsWith(`${folderId}#`) ? other.split('#').slice(1, 2) : [])),
  );
  return scan.files.filter(
    (file) =>
      file.folderId === folderId && (series === undefined ? !taken.has(named(file)) : named(file) === series),
  );
}
