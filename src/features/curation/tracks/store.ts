import { createStore } from 'zustand/vanilla';
import { send } from '#features/accounts/send.ts';
import { tellSessionEnd } from '#features/accounts/session-end.ts';

/** One audio file on its way from this browser. */
export interface Sending {
  id: number;
  packageId: string;
  packageTitle: string;
  name: string;
  size: number;
  /** Bytes that have arrived. */
  sent: number;
  state: 'waiting' | 'sending' | 'offline' | 'checking' | 'done' | 'failed';
  /** What went wrong, for `failed`. */
  message: string | null;
}

/** Everything that is being sent, and what has just ended. It outlives pages, not the browser's window. */
export const sendings = createStore<{ list: Sending[] }>(() => ({ list: [] }));

interface Work {
  file: File;
  aborter: AbortController;
  uploadId: string | null;
}

/** Files sent side by side. */
const lanes = 2;
/** Seconds between tries while the connection is away; a browser that says it is back is believed at once. */
const waits = [1, 2, 4, 8, 15, 30];

const works = new Map<number, Work>();
let count = 0;

/** A refusal that no further try will change. */
class Refused extends Error {}

const change = (id: number, next: Partial<Sending>) =>
  sendings.setState(({ list }) => ({ list: list.map((one) => (one.id === id ? { ...one, ...next } : one)) }));
const find = (id: number) => sendings.getState().list.find((one) => one.id === id);
const isActive = ({ state }: Sending) => state === 'sending' || state === 'offline' || state === 'checking';

/** Begins to send files into a package; each goes on where it was broken off, also after a reload. */
export function sendAudio(pack: { id: string; title: string }, files: File[]): void {
  const added = files.map((file): Sending => {
    count += 1;
    works.set(count, { file, aborter: new AbortController(), uploadId: null });
    const { name, size } = file;
    const about = { packageId: pack.id, packageTitle: pack.title, name, size };
    return { id: count, ...about, sent: 0, state: 'waiting', message: null };
  });
  sendings.setState(({ list }) => ({ list: [...list, ...added] }));
  startNext();
}

/** Gives up one file; what has arrived of it is forgotten. */
export function cancelSending(id: number): void {
  const work = works.get(id);
  work?.aborter.abort();
  if (work?.uploadId) void fetch(`/uploads/audio/${work.uploadId}`, { method: 'DELETE' }).catch(() => {});
  works.delete(id);
  sendings.setState(({ list }) => ({ list: list.filter((one) => one.id !== id) }));
  startNext();
}

/** Tries a failed file once more. */
export function retrySending(id: number): void {
  change(id, { state: 'waiting', message: null });
  startNext();
}

/** Takes what has ended off the list. */
export function clearEnded(): void {
  const ended = sendings.getState().list.filter(({ state }) => state === 'done' || state === 'failed');
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
  for (let failures = 0; ; ) {
    const before = find(id)?.sent ?? 0;
    try {
      await sendFile(id, work);
      change(id, { state: 'done', sent: work.file.size });
      break;
    } catch (error) {
      if (work.aborter.signal.aborted) return;
      if (error instanceof Refused) {
        change(id, { state: 'failed', message: error.message });
        break;
      }
      failures = (find(id)?.sent ?? 0) > before ? 0 : failures + 1;
      change(id, { state: 'offline' });
      await pause(waits[Math.min(failures, waits.length - 1)]!, work.aborter.signal);
      if (work.aborter.signal.aborted) return;
      change(id, { state: 'sending' });
    }
  }
  startNext();
}

async function sendFile(id: number, work: Work): Promise<void> {
  const { file } = work;
  const { packageId } = find(id)!;
  const { signal } = work.aborter;
  const { name, size, lastModified } = file;
  const begun = await call('/uploads/audio', { packageId, name, size, lastModified }, signal);
  work.uploadId = String(begun.id);
  let at = Number(begun.received);
  change(id, { sent: at });
  while (at < size) {
    const chunk = file.slice(at, at + Number(begun.chunkBytes));
    const from = at;
    at = await put(`/uploads/audio/${work.uploadId}?offset=${from}`, chunk, signal, (loaded) =>
      change(id, { sent: from + loaded }),
    );
    change(id, { sent: at });
  }
  change(id, { state: 'checking' });
  await call(`/uploads/audio/${work.uploadId}/finish`, {}, signal);
}

async function call(path: string, body: object, signal: AbortSignal): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await send(path, { body: JSON.stringify(body), headers, signal });
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.ok) return answer;
  throw failureOf(response.status, answer);
}

function failureOf(status: number, answer: { error?: unknown }): Error {
  const message = (answer.error as { message?: string } | undefined)?.message;
  const again = status >= 500 || status === 408 || status === 429 || !message;
  return again ? new Error('try again') : new Refused(message);
}

/** Sends a chunk and tells how far it is: only XMLHttpRequest does. @returns where to go on */
function put(path: string, chunk: Blob, signal: AbortSignal, onProgress: (loaded: number) => void) {
  return new Promise<number>((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    const goOn = (isBack: boolean) =>
      reject(isBack ? new Error('signed in again') : failureOf(401, request.response ?? {}));
    request.onabort = () => reject(new Error('aborted'));
    request.onerror = () => reject(new Error('connection lost'));
    request.onload = () => {
      const answer = (request.response ?? {}) as { received?: number; error?: unknown };
      if (typeof answer.received === 'number') resolve(answer.received);
      else if (request.status === 401) tellSessionEnd().then(goOn, reject);
      else reject(failureOf(request.status, answer));
    };
    request.open('PUT', path);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(chunk);
  });
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
