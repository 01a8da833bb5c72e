import { notFound, storeDown, storeFull } from './refusals.server.ts';

export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
const nameOf = (error: unknown): string => (error as Error | null)?.name ?? '';

/** A missing object, not a missing bucket. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && ['NoSuchKey', 'NotFound'].includes(nameOf(error));
const isFull = (error: unknown): boolean =>
  statusOf(error) === 507 || ['QuotaExceeded', 'InsufficientStorage', 'StorageFull'].includes(nameOf(error));

export function toRefusal(error: unknown): Error {
  if (isMissing(error)) return notFound(error);
  return isFull(error) ? storeFull(error) : storeDown(error);
}
