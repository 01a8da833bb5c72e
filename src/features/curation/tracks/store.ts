import { createStore } from 'zustand/vanilla';
import { chunkBytes, leastChunkBytes } from '#features/media/audio/model.ts';
import { elementAt } from '#platform/elements.ts';
import { toast } from '#ui/toast-store.ts';
import { call, PieceRefused, pause, put, Refused, Twice } from './wire.ts';

export interface Sending {
  id: number;
  packageId: string;
  packageTitle: string;
  name: string;
  size: number;
  sent: number;
  /** `retrying`: resumes by itself. `twice`: a duplicate that waits for a decision. */
  state: 'waiting' | 'sending' | 'retrying' | 'checking' | 'twice' | 'done' | 'failed';
  /** The problem, for `retrying`, `twice` and `failed`. */
  message: string | null;
}

/** Current and finished uploads. Survives navigation, but not the window. */
export const sendings = createStore<{ list: Sending[] }>(() => ({ list: [] }));

interface Work {
  file: File;
  aborter: AbortController;
  uploadId: string | null;
  place: number;
  again: boolean;
}

const lanes = 2;
/** Backoff in seconds while offline; the browser's `online` event retries at once. */
const waits = [1, 2, 4, 8, 15, 30];

const works = new Map<number, Work>();
let count = 0;
let lastPlace = 0;
/** Chunk size; a proxy may accept less than the site. */
let pieceBytes = chunkBytes;

const change = (id: number, next: Partial<Sending>) =>
  sendings.setState(({ list }) => ({ list: list.map((one) => (one.id === id ? { ...one, ...next } : one)) }));
const find = (id: number) => sendings.getState().list.find((one) => one.id === id);
const isActive = ({ state }: Sending) => state === 'sending' || state === 'retrying' || state === 'checking';

export const isOver = ({ state }: Sending): boolean => state === 'done' || state === 'failed';

/**
 * Starts uploading files into a package in this order; each resumes an interrupted upload, also after a reload. Files
 * already in progress are skipped.
 */
export function sendAudio(pack: { id: string; title: string }, files: File[]): void {
  const repeated = files.filter((file) => !add(pack, file)).map(({ name }) => name);
  if (repeated.length > 0) toast({ title: 'Já está na lista de envio', description: repeated.join(', ') });
  startNext();
}

const isSame = (one: File, other: File | undefined): boolean =>
  one.name === other?.name && one.size === other.size && one.lastModified === other.lastModified;

function add(pack: { id: string; title: string }, file: File): boolean {
  const { list } = sendings.getState();
  const same = list.find(({ id, packageId }) => packageId === pack.id && isSame(file, works.get(id)?.file));
  if (same && !isOver(same)) return false;
  count += 1;
  lastPlace = Math.max(lastPlace + 1, Date.now() * 1000);
  works.set(count, { file, aborter: new AbortController(), uploadId: null, place: lastPlace, again: false });
  const { name, size } = file;
  const about = { packageId: pack.id, packageTitle: pack.title, name, size };
  const added: Sending = { id: count, ...about, sent: 0, state: 'waiting', message: null };
  sendings.setState({ list: [...list.filter((one) => one !== same || one.state === 'done'), added] });
  return true;
}

export function cancelSending(id: number): void {
  const work = works.get(id);
  work?.aborter.abort();
  if (work?.uploadId) void fetch(`/uploads/audio/${work.uploadId}`, { method: 'DELETE' }).catch(() => {});
  works.delete(id);
  sendings.setState(({ list }) => ({ list: list.filter((one) => one.id !== id) }));
  startNext();
}

export function retrySending(id: number): void {
  change(id, { state: 'waiting', message: null });
  startNext();
}

export function sendAgain(id: number): void {
  const work = works.get(id);
  if (work) work.again = true;
  retrySending(id);
}

export function clearEnded(): void {
  const ended = sendings.getState().list.filter(isOver);
  for (const { id } of ended) works.delete(id);
  sendings.setState(({ list }) => ({ list: list.filter((one) => !ended.includes(one)) }));
}

function startNext(): void {
  const { list } = sendings.getState();
  const free = lanes - list.filter(isActive).length;
  for (const { id } of list.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
    change(id, { state: 'sending' });
    void run(id);
  }
}

async function run(id: number): Promise<void> {
  const work = works.get(id);
  if (!work) return;
  const { signal } = work.aborter;
  for (let failures = 0; ; ) {
    const before = find(id)?.sent ?? 0;
    try {
      await sendFile(id, work);
      change(id, { state: 'done', sent: work.file.size });
      break;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof PieceRefused && shrinkBelow(error.size)) continue;
      const { message } = error as Error;
      if (error instanceof Twice) change(id, { state: 'twice', message });
      else if (error instanceof Refused || (error instanceof PieceRefused && error.isCertain))
        change(id, { state: 'failed', message });
      else {
        failures = (find(id)?.sent ?? 0) > before ? 0 : failures + 1;
        change(id, { state: 'retrying', message });
        await pause(elementAt(waits, Math.min(failures, waits.length - 1)), signal);
        if (signal.aborted) return;
        change(id, { state: 'sending', message: null });
        continue;
      }
      break;
    }
  }
  startNext();
}

async function sendFile(id: number, work: Work): Promise<void> {
  const { file, again, place } = work;
  // biome-ignore lint/style/noNonNullAssertion: an upload at work is in the list
  const { packageId } = find(id)!;
  const { signal } = work.aborter;
  const { name, size, lastModified } = file;
  const about = { packageId, name, size, lastModified, place, again };
  const begun = await call('/uploads/audio', about, signal);
  work.uploadId = String(begun.id);
  let at = Number(begun.received);
  change(id, { sent: at });
  while (at < size) {
    const piece = file.slice(at, at + Math.min(pieceBytes, Number(begun.chunkBytes)));
    const from = at;
    at = await put(`/uploads/audio/${work.uploadId}?offset=${from}`, piece, signal, (loaded) =>
      change(id, { sent: from + loaded }),
    );
    change(id, { state: 'sending', message: null, sent: at });
  }
  change(id, { state: 'checking' });
  await call(`/uploads/audio/${work.uploadId}/finish`, { again }, signal);
}

/** Reduces the chunk size below a refused one. @returns whether that is possible */
function shrinkBelow(size: number): boolean {
  if (size <= leastChunkBytes) return false;
  pieceBytes = Math.min(pieceBytes, Math.max(leastChunkBytes, Math.floor(size / 2)));
  return true;
}
