/** Accepted audio formats, with extension and MIME type. */
export const soundTypes = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
} as const;
export type SoundType = keyof typeof soundTypes;

export const soundTypeOf = (mime: string | null): SoundType | undefined =>
  (Object.keys(soundTypes) as SoundType[]).find((each) => soundTypes[each] === mime);

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** Bytes that `sniffSound` needs. */
export const soundHeadBytes = 16;

/** The audio format by magic bytes, ignoring the name; null for anything else. */
export function sniffSound(head: Uint8Array): SoundType | null {
  if (text(head, 0, 3) === 'ID3') return 'mp3';
  // An MPEG audio frame: eleven set bits, then no reserved version or layer.
  const [first, second = 0] = head;
  if (first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08) return 'mp3';
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 4) === 'WAVE') return 'wav';
  if (text(head, 0, 4) === 'fLaC') return 'flac';
  if (text(head, 0, 4) === 'OggS') return 'ogg';
  return text(head, 4, 4) === 'ftyp' && /^(M4A|mp4|isom|M4B)/.test(text(head, 8, 4)) ? 'm4a' : null;
}
