/** Plain samples of a WAV: integers, floats, and either of them with a longer description. */
export const plainFormats = [1, 3, 0xfffe];

/** Chunks that a delivery writes itself, that say what its own tags say otherwise, or that fill room. */
const replaced = [
  'fmt ',
  'data',
  'ds64',
  'bext',
  'cart',
  'id3 ',
  'ID3 ',
  'DISP',
  'JUNK',
  'junk',
  'PAD ',
  'FLLR',
];

/**
 * Whether a WAV's chunk stays when its tags are replaced: cue points, their labels, iXML, loops and what else belongs to
 * the same samples. @param kind of a LIST
 */
export const isKeptChunk = (name: string, kind: string): boolean =>
  /^[\x20-\x7e]{4}$/.test(name) && !replaced.includes(name) && !(name === 'LIST' && kind === 'INFO');
