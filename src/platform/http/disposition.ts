import { cutText } from '../letters.ts';

/** Characters that Windows, macOS or Linux forbid in file names, and those that reorder text. */
const forbidden = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069"*/:<>?\\|]/gu;
/** Names that Windows reserves for devices, with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Bytes that every file system accepts as one name. */
const maxBytes = 200;

/** A file name for every system: no path, control characters or quotes, at most 200 bytes, extension kept. */
export function safeFileName(name: string, fallback = 'arquivo'): string {
  const clean = name
    .normalize('NFC')
    .replace(forbidden, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(devices, '_$1');
  return shorten(clean || fallback);
}

function shorten(name: string): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let stem = name.slice(0, name.length - ending.length);
  const tooLong = () => new TextEncoder().encode(stem + ending).length > maxBytes;
  while (tooLong()) stem = cutText(stem, stem.length - 1);
  return stem.trimEnd() + ending;
}

/** Folds accents and writes other non-ASCII characters as `_`. */
const toAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/([a-z])\p{M}+/giu, '$1')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_');

/** Content-Disposition for a download (A-54, DWN-02): an ASCII name, plus RFC 5987 for other characters. */
export function attachment(name: string): string {
  const safe = safeFileName(name);
  const ascii = toAscii(safe);
  if (ascii === safe) return `attachment; filename="${ascii}"`;
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
