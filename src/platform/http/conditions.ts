/** The headers of a conditional request, as Node gives them. */
export interface Conditions {
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
  'if-range'?: string | undefined;
}

/** What an answer can be recognised by. */
export interface Validators {
  /** A strong entity tag with its quotes. */
  etag: string;
  /** As an HTTP date: seconds only. */
  lastModified: string;
}

/** Whether the caller already has these bytes, so that 304 is enough (RFC 9110, 13.1.2 and 13.1.3). */
export function isNotModified(asked: Conditions, { etag, lastModified }: Validators): boolean {
  const tags = asked['if-none-match'];
  if (tags !== undefined) {
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  }
  const since = asked['if-modified-since'];
  return since !== undefined && Date.parse(lastModified) <= Date.parse(since);
}

/** Whether a Range may be answered in part: there is no If-Range, or it names these very bytes (13.1.5). */
export function isRangeFresh(asked: Conditions, { etag, lastModified }: Validators): boolean {
  const condition = asked['if-range']?.trim();
  if (condition === undefined) return true;
  return condition.startsWith('"') ? condition === etag : condition === lastModified;
}
