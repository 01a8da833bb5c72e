import { AppError } from '../errors.ts';

/** Segments of letters, digits, `_`, `-` and inner dots: nothing hidden, no `..`, nothing absolute. */
const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether we would write under this key. */
export const isKey = (key: string): boolean => key.length <= 512 && keyPattern.test(key);

/** Segments with spaces, accents or signs, as former uploads had them: nothing hidden, no `..`, no control. */
const oldKeyPattern = /^(?!\.)[^/\\\p{Cc}]+(?:\/(?!\.)[^/\\\p{Cc}]+)*$/u;

/** Whether something may be read under this key. */
export const isReadableKey = (key: string): boolean =>
  key.length <= 512 && key.isWellFormed() && oldKeyPattern.test(key);

export const notFound = (cause?: unknown): AppError =>
  new AppError('not-found', 'Arquivo não encontrado.', { cause });

export const storeFull = (cause: unknown): AppError =>
  new AppError('unavailable', 'O armazenamento está cheio no momento. Tente novamente mais tarde.', {
    retryAfter: 60,
    cause,
  });

export const storeDown = (cause: unknown): AppError =>
  new AppError('unavailable', 'O armazenamento está indisponível no momento. Tente novamente em instantes.', {
    retryAfter: 10,
    cause,
  });
