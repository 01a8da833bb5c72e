import { formatSize } from '#platform/format.ts';
import { zipFileName } from './names.ts';
import type { ZipProgress } from './progress.ts';

/** Largest ZIP that is buffered in the page; the browser streams a larger one to disk. */
export const largestInMemory = 200 * 1024 * 1024;

/** A ZIP with the sizes of its files in order (null: unknown). */
export interface WantedZip {
  /** Its address. */
  path: string;
  title: string;
  sizes: readonly (number | null)[];
}

/** `done` and `of` count files. */
export type ZipStage =
  | { kind: 'preparing' }
  | { kind: 'fetching'; percent: number; done: number; of: number }
  | { kind: 'writing' };

export type ZipOutcome =
  | { kind: 'saved'; fileName: string; missing: number }
  /** The browser downloads by itself, and the server does not know its progress. */
  | { kind: 'handed-over'; fileName: string; size: string; missing: number }
  | { kind: 'nothing' | 'not-made' | 'too-many' | 'no-session' | 'cancelled' };

/** Shortest time in milliseconds that a stage is shown. */
const legible = 350;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Downloads a ZIP and saves it (DWN-05). Checks permission first, so that a refusal is a message and not a
 * broken file. Up to 200 MB it is buffered in memory, so that an aborted transfer leaves no file; a larger one is
 * downloaded by the browser with flat memory (DWN-10) while the server reports its progress. @param signal cancels,
 * here and on the server, without leaving a file
 */
export async function saveZip(
  wanted: WantedZip,
  tell: (stage: ZipStage) => void,
  signal: AbortSignal,
): Promise<ZipOutcome> {
  const outcome = await save(wanted, (stage) => signal.aborted || tell(stage), signal);
  return signal.aborted && outcome.kind !== 'saved' ? { kind: 'cancelled' } : outcome;
}

async function save(
  wanted: WantedZip,
  tell: (stage: ZipStage) => void,
  signal: AbortSignal,
): Promise<ZipOutcome> {
  const { path } = wanted;
  tell({ kind: 'preparing' });
  const [head] = await Promise.all([
    fetch(path, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null),
    pause(legible),
  ]);
  if (!head?.ok || signal.aborted) return { kind: refusalOf(head) };
  const size = Number(head.headers.get('content-length'));
  const missing = Number(head.headers.get('x-missing-files') ?? 0);
  const of = wanted.sizes.length - missing;
  const report = (received: number) => {
    const percent = size > 0 ? Math.min(100, Math.floor((received / size) * 100)) : 0;
    tell({ kind: 'fetching', percent, done: Math.min(of, filesIn(wanted.sizes, received)), of });
  };
  const zip = { path, fileName: zipFileName(wanted.title), size, missing, signal };
  const tellWriting = () => tell({ kind: 'writing' });
  return size > largestInMemory
    ? letBrowserSave(zip, report, tellWriting)
    : saveFromMemory(zip, report, tellWriting);
}

interface Zip {
  path: string;
  fileName: string;
  size: number;
  missing: number;
  signal: AbortSignal;
}

type Report = (received: number) => void;
type TellWriting = () => void;

async function saveFromMemory(
  { path, fileName, size, missing, signal }: Zip,
  report: Report,
  tellWriting: TellWriting,
): Promise<ZipOutcome> {
  const answer = await fetch(path, { cache: 'no-store', signal }).catch(() => null);
  if (!answer?.ok || !answer.body) return { kind: refusalOf(answer) };
  const parts = await readAll(answer.body, report).catch(() => null);
  if (!parts) return { kind: 'not-made' };
  report(size);
  await pause(legible);
  tellWriting();
  await pause(legible);
  if (signal.aborted) return { kind: 'cancelled' };
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/zip' }));
  clickLink(address, fileName);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return { kind: 'saved', fileName, missing };
}

/** Milliseconds between two polls of the browser's download, and how long it may be unknown to the server. */
const look = 500;
const outOfSight = 15_000;

async function letBrowserSave(
  { path, fileName, size, missing, signal }: Zip,
  report: Report,
  tellWriting: TellWriting,
): Promise<ZipOutcome> {
  const ticket = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('');
  clickLink(`${path}?ticket=${ticket}`, '');
  let seenAt = performance.now();
  for (;;) {
    await pause(look);
    const progressPath = `${path}/progress?ticket=${ticket}`;
    if (signal.aborted) {
      void giveUp(progressPath);
      return { kind: 'cancelled' };
    }
    const answer = await fetch(progressPath, { cache: 'no-store' }).catch(() => null);
    if (!answer?.ok) {
      // Another process may be sending it.
      if (performance.now() - seenAt < outOfSight) continue;
      return { kind: 'handed-over', fileName, size: formatSize(size), missing };
    }
    const progress = (await answer.json()) as ZipProgress;
    if (progress.state === 'sent') {
      report(size);
      await pause(legible);
      tellWriting();
      await pause(legible);
      return { kind: 'saved', fileName, missing };
    }
    // The browser may resume a broken transfer; if it does not, the download has failed.
    if (progress.state === 'broken' && performance.now() - seenAt > outOfSight) return { kind: 'not-made' };
    if (progress.state === 'sending') seenAt = performance.now();
    report(progress.sent);
  }
}

/** Cancels on the server; retries, because the download may not have started or the server be unreachable. */
async function giveUp(progressPath: string): Promise<void> {
  for (const until = performance.now() + outOfSight; performance.now() < until; await pause(look)) {
    const answer = await fetch(progressPath, { method: 'DELETE' }).catch(() => null);
    if (answer?.ok) return;
  }
}

function refusalOf(answer: Response | null): 'nothing' | 'not-made' | 'too-many' | 'no-session' {
  if (answer?.status === 404) return 'nothing';
  if (answer?.status === 429) return 'too-many';
  return answer?.status === 401 ? 'no-session' : 'not-made';
}

/** How many complete files the received bytes contain. */
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
