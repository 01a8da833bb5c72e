import { AppError } from '../errors.ts';

/** Segments of letters, digits, `_`, `-` and inner dots: nothing hidden, no way up, nothing absolute. */
const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether a text can be a key of ours; anything else names nothing. */
export const isKey = (key: string): boolean => key.length <= 512 && keyPattern.test(key);

/** There is no such object. */
export const notFound = (cause?: unknown): AppError =>
  new AppError('not-found', 'Arquivo não encontrado.', { cause });

/** The store has no room left. */
export const storeFull = (cause: unknown): AppError =>
  new AppError('unavailable', 'O armazenamento está cheio no momento. Tente novamente mais tarde.', {
    retryAfter: 60,
    cause,
  });

/** The store does not answer, or not as it should. */
export const storeDown = (cause: unknown): AppError =>
  new AppError('unavailable', 'O armazenamento está indisponível no momento. Tente novamente em instantes.', {
    retryAfter: 10,
    cause,
  });
