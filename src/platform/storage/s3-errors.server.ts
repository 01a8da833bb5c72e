import { notFound, storeDown, storeFull } from './refusals.server.ts';

/** The HTTP status of the server's answer, if it answered. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
const nameOf = (error: unknown): string => (error as Error | null)?.name ?? '';

/** There is no such object; that there is no such bucket is another matter. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && ['NoSuchKey', 'NotFound'].includes(nameOf(error));
const isFull = (error: unknown): boolean =>
  statusOf(error) === 507 || ['QuotaExceeded', 'InsufficientStorage', 'StorageFull'].includes(nameOf(error));

/** What the bucket's server or the way to it failed at, as a refusal that people understand. */
export function toRefusal(error: unknown): Error {
  if (isMissing(error)) return notFound(error);
  return isFull(error) ? storeFull(error) : storeDown(error);
}
