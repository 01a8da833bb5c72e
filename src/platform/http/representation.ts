import { type Conditions, isRangeFresh, judge, type Validators } from './conditions.ts';
import { type ByteRange, parseRange } from './range.ts';

export interface Representation extends Required<Validators> {
  size: number;
  /** Further response headers, name and value in turn. */
  headers: readonly string[];
}

/** The planned response: status, headers (name and value in turn) and bytes, if any. */
export interface Answer {
  status: 200 | 206 | 304 | 412 | 416;
  headers: string[];
  range: ByteRange | null;
}

/** Headers of every response with stored bytes: they are never run, framed or used by another site (SEC-06). */
export const byteHeaders: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
];

const empty: readonly string[] = ['Content-Length', '0', 'Cache-Control', 'no-store'];

/** Plans the response to a GET or HEAD: 304, 412, 416, a part or the whole (RFC 9110, 14.2). */
export function planAnswer(
  method: string | undefined,
  asked: Conditions & { range?: string | undefined },
  whole: Representation,
): Answer {
  const { size, etag, lastModified } = whole;
  const headers = ['ETag', etag, 'Last-Modified', lastModified, 'Accept-Ranges', 'bytes', ...whole.headers];
  const judged = judge(asked, whole);
  if (judged === 304) return { status: 304, headers, range: null };
  if (judged === 412) return { status: 412, headers: [...empty, ...byteHeaders], range: null };

  const mayBePart = asked.range !== undefined && isRangeFresh(asked, whole);
  const range = mayBePart ? parseRange(asked.range, size) : null;
  if (range === 'unsatisfiable') {
    const headers = ['Content-Range', `bytes */${size}`, ...empty, ...byteHeaders];
    return { status: 416, headers, range: null };
  }
  if (range === null) {
    headers.push('Content-Length', String(size));
    const body = method === 'HEAD' || size === 0 ? null : { start: 0, end: size - 1 };
    return { status: 200, headers, range: body };
  }
  headers.push('Content-Length', String(range.end - range.start + 1));
  headers.push('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  return { status: 206, headers, range: method === 'HEAD' ? null : range };
}
