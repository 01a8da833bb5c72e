const hosts = new Set(['drive.google.com', 'docs.google.com']);
const idPattern = /^[A-Za-z0-9_-]{10,200}$/;

/** What a Drive address names. */
export interface DriveTarget {
  id: string;
  /** Older shared things need it beside the id; null for most. */
  resourceKey: string | null;
}

/**
 * Reads a Google Drive address strictly: https, a host of Drive's own, an id in one of its known places.
 * Null for anything else; only the id is ever used for calls.
 */
export function readDriveAddress(typed: string): DriveTarget | null {
  const url = URL.parse(typed.trim());
  if (url?.protocol !== 'https:' || !hosts.has(url.hostname) || url.username || url.password || url.port)
    return null;
  const inPath = /\/(?:folders|d)\/([^/]+)/.exec(url.pathname)?.[1];
  const id = inPath ?? url.searchParams.get('id');
  if (!id || !idPattern.test(id)) return null;
  const resourceKey = url.searchParams.get('resourcekey');
  return { id, resourceKey: resourceKey && idPattern.test(resourceKey) ? resourceKey : null };
}
