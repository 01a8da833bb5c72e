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
