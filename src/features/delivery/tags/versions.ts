/** The versions of ID3 that can be written. */
export const id3Versions = ['2.3', '2.4'] as const;
export type Id3Version = (typeof id3Versions)[number];
