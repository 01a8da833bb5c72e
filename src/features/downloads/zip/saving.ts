import { formatSize } from '#platform/format.ts';
import { zipFileName } from './names.ts';

/** Largest ZIP that passes through the page's memory; a larger one the browser writes straight to the disk. */
export const largestInMemory = 200 * 1024 * 1024;

/** What the browser saves: a package, with the sizes of its files in order (null: unknown). */
export interface WantedZip {
  packageId: string;
  title: string;
  sizes: readonly (number | null)[];
}

/** How far it is. `done` and `of` count files. */
export type ZipStage =
  | { kind: 'preparing' }
  | { kind: 'fetching'; percent: number; done: number; of: number }
  | { kind: 'writing' };

export type ZipOutcome =
  | { kind: 'saved'; fileName: string; missing: number }
  /** The browser has taken over and shows how far it is. */
  | { kind: 'handed-over'; fileName: string; size: string; missing: number }
  | { kind: 'nothing' | 'not-made' | 'too-many' | 'no-session' };

/** Milliseconds that a stage can be read. */
const legible = 350;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Fetches a package's ZIP and gives it to the browser to save (DWN-05). That it can be had is asked first, so that a
 * refusal is a sentence and no broken file. Up to 200 MB it passes through memory, so that each byte is counted and a
 * broken transfer leaves no file; beyond that the browser downloads by itself and memory stays flat (DWN-10).
 */
export async function saveZip(wanted: WantedZip, tell: (stage: ZipStage) => void): Promise<ZipOutcome> {
  const path = `/package/${wanted.packageId}/zip`;
  const fileName = zipFileName(wanted.title);
  tell({ kind: 'preparing' });
  const [head] = await Promise.all([
    fetch(path, { method: 'HEAD', cache: 'no-store' }).catch(() => null),
    pause(legible),
  ]);
  if (!head?.ok) return { kind: refusalOf(head) };
  const size = Number(head.headers.get('content-length'));
  const missing = Number(head.headers.get('x-missing-files') ?? 0);
  if (size > largestInMemory) {
    clickLink(path, '');
    return { kind: 'handed-over', fileName, size: formatSize(size), missing };
  }
  const answer = await fetch(path, { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok || !answer.body) return { kind: refusalOf(answer) };
  const of = wanted.sizes.length - missing;
  const report = (received: number) => {
    const percent = size > 0 ? Math.min(100, Math.floor((received / size) * 100)) : 0;
    tell({ kind: 'fetching', percent, done: Math.min(of, filesIn(wanted.sizes, received)), of });
  };
  const parts = await readAll(answer.body, report).catch(() => null);
  if (!parts) return { kind: 'not-made' };
  tell({ kind: 'fetching', percent: 100, done: of, of });
  await pause(legible);
  tell({ kind: 'writing' });
  await pause(legible);
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/zip' }));
  clickLink(address, fileName);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return { kind: 'saved', fileName, missing };
}

function refusalOf(answer: Response | null): 'nothing' | 'not-made' | 'too-many' | 'no-session' {
  if (answer?.status === 404) return 'nothing';
  if (answer?.status === 429) return 'too-many';
  return answer?.status === 401 ? 'no-session' : 'not-made';
}

/** How many whole files so many bytes are, in order. */
export function filesIn(sizes: readonly (number | null)[], received: number): number {
  let rest = received;
  return sizes.filter((size) => {
    rest -= size ?? 0;
    return rest >= 0;
  }).length;
}

async function readAll(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  report: (received: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  let received = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
    received += value.byteLength;
    if (performance.now() - toldAt < 100) continue;
    toldAt = performance.now();
    report(received);
  }
}

function clickLink(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
