import { send } from '#features/accounts/send.ts';
import { tellSessionEnd } from '#features/accounts/session-end.ts';
import { causeOf } from '#platform/failed-call.ts';

/** A refusal that a retry cannot change. */
export class Refused extends Error {}

/** The package already has these bytes; the message names the track. */
export class Twice extends Error {}

/** The chunk failed although the site responds: a proxy may accept smaller ones only. `isCertain` when it said so. */
export class PieceRefused extends Error {
  readonly size: number;
  readonly isCertain: boolean;

  constructor(size: number, cause: string, isCertain: boolean) {
    super(cause);
    this.size = size;
    this.isCertain = isCertain;
  }
}

interface Answer {
  id?: string;
  received?: number;
  chunkBytes?: number;
  error?: { code?: string; message?: string };
}

/** Calls the site with JSON. @throws Refused, Twice, or a retryable Error; its message is the cause */
export async function call(path: string, body: object, signal: AbortSignal): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await send(path, { body: JSON.stringify(body), headers, signal }).catch(() => {
    throw new Error(causeOf(0));
  });
  const answer = (await response.json().catch(() => ({}))) as Answer;
  if (response.ok) return answer;
  throw failureOf(response.status, answer);
}

function failureOf(status: number, { error = {} }: Answer): Error {
  const { code, message = causeOf(status) } = error;
  if (code === 'twice') return new Twice(message);
  const isPassing = status >= 500 || status === 408 || status === 429;
  return isPassing ? new Error(message) : new Refused(message);
}

/**
 * Uploads a chunk with progress, for which XMLHttpRequest is needed. @returns the next offset @throws as `call`, or
 * PieceRefused
 */
export function put(
  path: string,
  piece: Blob,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    const goOn = (isBack: boolean) =>
      reject(isBack ? new Error('signed in again') : failureOf(401, request.response ?? {}));
    request.onabort = () => reject(new Error('aborted'));
    request.onerror = () => whyCutOff(piece.size).then(reject);
    request.onload = () => {
      const answer = (request.response ?? {}) as Answer;
      if (typeof answer.received === 'number') resolve(answer.received);
      else if (request.status === 401) tellSessionEnd().then(goOn, reject);
      else if (request.status === 413 && !answer.error)
        reject(new PieceRefused(piece.size, causeOf(413), true));
      else reject(failureOf(request.status, answer));
    };
    request.open('PUT', path);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(piece);
  });
}

/** No response. Some proxies close the connection at their limit: then the site still answers a small call. */
async function whyCutOff(size: number): Promise<Error> {
  const isThere = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  return isThere
    ? new PieceRefused(size, 'O envio foi interrompido no caminho até o site.', false)
    : new Error(causeOf(0));
}

/** Waits so many seconds, or until the browser is online again. */
export function pause(seconds: number, signal: AbortSignal): Promise<void> {
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
