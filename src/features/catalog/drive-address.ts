const hosts = new Set(['drive.google.com', 'docs.google.com']);
const idPattern = /^[A-Za-z0-9_-]{10,200}$/;

export interface DriveTarget {
  id: string;
  /** Required beside the id for files shared under Drive's old link format; mostly null. */
  resourceKey: string | null;
}

/** Parses a Drive URL strictly: https, Drive's host, an id. Null for anything else; calls use only the id. */
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
