import { cutText } from '../letters.ts';

/** Characters that a file name cannot have on Windows, macOS or Linux, with those that trick the eye. */
const forbidden = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069"*/:<>?\\|]/gu;
/** Names that Windows keeps for devices, whatever the ending. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Bytes that every file system takes as one name. */
const maxBytes = 200;

/**
 * A name under which people can save a file on any system: without path, controls or quotes, never empty,
 * no longer than 200 bytes, its ending kept.
 */
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

/** Accents folded away, what is not printable ASCII as `_`: never empty, as the safe name is not. */
const toAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/([a-z])\p{M}+/giu, '$1')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_');

/**
 * Content-Disposition of a file to be saved (A-54, DWN-02): the name in ASCII for old readers and, where that
 * is not the whole name, by RFC 5987 for all others.
 */
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
