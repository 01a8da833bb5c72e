import { localTime } from '#platform/calendar.ts';
import type { TagFacts } from './facts.ts';
import type { Id3Version } from './versions.ts';

const synchsafe = (value: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f));

function frame(version: Id3Version, id: string, body: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.write(id, 'latin1');
  if (version === '2.4') synchsafe(body.length).copy(head, 4);
  else head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** A text as the version writes it: UTF-8 in 2.4, two bytes a letter with their mark in 2.3, Latin-1 where that suffices. */
function encode(
  version: Id3Version,
  text: string,
): { code: number; bytes: (text: string) => Buffer; end: Buffer } {
  if (/^[\x20-\x7e]*$/.test(text))
    return { code: 0, bytes: (part) => Buffer.from(part, 'latin1'), end: Buffer.alloc(1) };
  if (version === '2.4') return { code: 3, bytes: (part) => Buffer.from(part), end: Buffer.alloc(1) };
  const bytes = (part: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(part, 'utf16le')]);
  return { code: 1, bytes, end: Buffer.alloc(2) };
}

function text(version: Id3Version, id: string, value: string | null): Buffer[] {
  if (!value) return [];
  const { code, bytes } = encode(version, value);
  return [frame(version, id, Buffer.concat([Buffer.from([code]), bytes(value)]))];
}

function ownText(version: Id3Version, name: string, value: string | null): Buffer[] {
  if (!value) return [];
  const { code, bytes, end } = encode(version, name + value);
  return [frame(version, 'TXXX', Buffer.concat([Buffer.from([code]), bytes(name), end, bytes(value)]))];
}

function comment(version: Id3Version, value: string): Buffer {
  const { code, bytes, end } = encode(version, value);
  const empty = bytes('');
  return frame(
    version,
    'COMM',
    Buffer.concat([Buffer.from([code]), Buffer.from('por'), empty, end, bytes(value)]),
  );
}

const tenths = (value: number | null): string | null => (value === null ? null : value.toFixed(1));

/** An ID3v2 tag, to stand before the frames of an MP3. */
export function writeId3(version: Id3Version, facts: TagFacts): Buffer {
  const { date: day } = localTime(facts.madeAt);
  const seconds = (ms: number) => (ms / 1000).toFixed(3);
  const { cues } = facts;
  const frames = Buffer.concat([
    ...text(version, 'TIT2', facts.title),
    ...text(version, 'TPE1', facts.siteName),
    ...text(version, 'TALB', facts.packageTitle),
    ...text(version, 'TRCK', `${facts.position}/${facts.total}`),
    ...text(version, 'TCON', facts.categoryName),
    ...text(version, 'TBPM', facts.tempoBpm === null ? null : String(Math.round(facts.tempoBpm))),
    ...text(version, 'TLEN', facts.durationMs === null ? null : String(facts.durationMs)),
    ...(version === '2.4' ? text(version, 'TDRC', day) : text(version, 'TYER', day.slice(0, 4))),
    ...text(version, 'TOWN', facts.station),
    ...text(version, 'TCOP', `${day.slice(0, 4)} ${facts.siteName}`),
    ...ownText(version, 'LICENCA', facts.licenceId),
    ...ownText(version, 'LICENCA_VERSAO', facts.licenceVersion),
    ...ownText(version, 'LOUDNESS_LUFS', tenths(facts.loudnessLufs)),
    ...ownText(version, 'TRUE_PEAK_DBTP', tenths(facts.truePeakDb)),
    ...ownText(version, 'CUE_START', cues && seconds(cues.startMs)),
    ...ownText(version, 'CUE_INTRO', cues?.introMs ? seconds(cues.introMs) : null),
    ...ownText(version, 'CUE_SEGUE', cues && seconds(cues.segueMs)),
    ...ownText(version, 'CUE_END', cues && seconds(cues.endMs)),
    comment(version, `Licença ${facts.licenceId}`),
  ]);
  const head = Buffer.from(
    ['I', 'D', '3'].map((letter) => letter.charCodeAt(0)).concat([Number(version[2]), 0, 0]),
  );
  return Buffer.concat([head, synchsafe(frames.length), frames]);
}
