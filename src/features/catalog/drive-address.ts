import { linksIn } from '#platform/links.ts';

const hosts = new Set(['drive.google.com', 'docs.google.com']);
const idPattern = /^[A-Za-z0-9_-]{10,200}$/;

export interface DriveTarget {
  id: string;
  /** Required beside the id for files shared under Drive's old link format; mostly null. */
  resourceKey: string | null;
}

/**
 * Parses a Drive URL strictly: https, Drive's host, an id. It may be pasted without its scheme, in brackets, or
 * with words around it. Null for anything else; calls use only the id.
 */
export function readDriveAddress(typed: string): DriveTarget | null {
  return linksIn(typed).flatMap((link) => readDriveLink(link) ?? [])[0] ?? null;
}

/** The first Drive link of a pasted text, as a whole address; other text as it is. */
export const plainDriveAddress = (typed: string): string =>
  linksIn(typed).find((link) => readDriveLink(link) !== null) ?? typed;

function readDriveLink(link: string): DriveTarget | null {
  const url = URL.parse(link);
  if (url?.protocol !== 'https:' || !hosts.has(url.hostname) || url.username || url.password || url.port)
    return null;
  const inPath = /\/(?:folders|d)\/([^/]+)/.exec(url.pathname)?.[1];
  const id = inPath ?? url.searchParams.get('id');
  if (!id || !idPattern.test(id)) return null;
  const resourceKey = url.searchParams.get('resourcekey');
  return { id, resourceKey: resourceKey && idPattern.test(resourceKey) ? resourceKey : null };
}
