export interface Conditions {
  'if-match'?: string | undefined;
  'if-unmodified-since'?: string | undefined;
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
  'if-range'?: string | undefined;
}

export interface Validators {
  /** A strong entity tag with its quotes. */
  etag: string;
  /** An HTTP date, precise to seconds. */
  lastModified?: string;
}

/** RFC 9110, 13.2.2: 412 when a precondition fails, 304 when the caller's copy is fresh, else null. */
export function judge(asked: Conditions, whole: Validators): 304 | 412 | null {
  if (isUnwanted(asked, whole)) return 412;
  return isNotModified(asked, whole) ? 304 : null;
}

/** If-Match compares strongly (13.1.1 and 13.1.4). */
function isUnwanted(asked: Conditions, { etag, lastModified }: Validators): boolean {
  const tags = asked['if-match'];
  if (tags !== undefined) return !names(tags, (tag) => tag === etag);
  const since = asked['if-unmodified-since'];
  return since !== undefined && Date.parse(lastModified ?? '') > Date.parse(since);
}

/** 13.1.2 and 13.1.3. */
function isNotModified(asked: Conditions, { etag, lastModified }: Validators): boolean {
  const tags = asked['if-none-match'];
  if (tags !== undefined) return names(tags, (tag) => tag.replace(/^W\//, '') === etag);
  const since = asked['if-modified-since'];
  return since !== undefined && Date.parse(lastModified ?? '') <= Date.parse(since);
}

const names = (tags: string, isIt: (tag: string) => boolean): boolean =>
  tags.trim() === '*' || tags.split(',').some((tag) => isIt(tag.trim()));

/** Whether a Range may be answered in part: no If-Range, or it matches (13.1.5). */
export function isRangeFresh(asked: Conditions, { etag, lastModified }: Validators): boolean {
  const condition = asked['if-range']?.trim();
  if (condition === undefined) return true;
  return condition.startsWith('"') ? condition === etag : condition === lastModified;
}
