import { localTime } from '#platform/calendar.ts';
import type { TagFacts } from './facts.ts';

const comments = (facts: TagFacts): [string, string | null][] => [
  ['TITLE', facts.title],
  ['ARTIST', facts.siteName],
  ['ALBUM', facts.packageTitle],
  ['TRACKNUMBER', String(facts.position)],
  ['TRACKTOTAL', String(facts.total)],
  ['GENRE', facts.categoryName],
  ['BPM', facts.tempoBpm === null ? null : String(Math.round(facts.tempoBpm))],
  ['DATE', localTime(facts.madeAt).date],
  ['LICENSE', facts.licenceId],
  ['LICENSEE', facts.station],
  ['LOUDNESS_LUFS', facts.loudnessLufs?.toFixed(1) ?? null],
  ['TRUE_PEAK_DBTP', facts.truePeakDb?.toFixed(1) ?? null],
];

const counted = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** Everything of a FLAC before its frames. @param base the body of its first block @param kept further blocks */
export function writeFlacHead(
  { base, kept = Buffer.alloc(0) }: { base: Buffer; kept?: Buffer },
  facts: TagFacts | null,
): Buffer {
  const known = facts
    ? comments(facts).flatMap(([name, value]) => (value ? [counted(`${name}=${value}`)] : []))
    : [];
  const count = Buffer.alloc(4);
  count.writeUInt32LE(known.length);
  const body = Buffer.concat([counted('Sonoteca'), count, ...known]);
  const head = (type: number, length: number) =>
    Buffer.from([type, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff]);
  return Buffer.concat([
    Buffer.from('fLaC', 'latin1'),
    head(0, base.length),
    base,
    kept,
    // 4: comments; the highest bit: the last block.
    head(0x84, body.length),
    body,
  ]);
}
