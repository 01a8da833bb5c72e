import { cutText } from '#platform/letters.ts';
import { plainLine } from '#platform/typed-text.ts';
import type { ReadFacts } from './model.ts';
import type { Probed } from './probed.ts';

/** Longest text that is taken from a tag. */
const tagText = 300;

/** Names under which tags hold a fact, in lower case: as ffmpeg names them, and the four letters of a WAV's INFO. */
const names = {
  authors: ['composer', 'icom', 'imus', 'lyricist', 'text', 'iwri'],
  publisher: ['publisher', 'label', 'organization', 'ipub', 'tpub'],
  isrc: ['isrc', 'tsrc'],
  iswc: ['iswc'],
} as const;

/** iTunes' own identifier of a sound: a publisher, the scheme, and the code. */
const xid = /^[^:]*:isrc:(.+)$/i;

/** What is used of music-metadata's answer. */
interface Parsed {
  common: { composer?: string[]; lyricist?: string[]; label?: string[]; isrc?: string[] };
  native: Record<string, { id: string; value: unknown }[]>;
}

const together = (values: readonly unknown[]): string | null => {
  const texts = values.map((value) => (typeof value === 'string' ? plainLine(value) : ''));
  return cutText([...new Set(texts)].filter(Boolean).join(', '), tagText) || null;
};

/**
 * What a file's tags say of authors, publisher and codes. Two readers are asked, as each knows tags that the other does
 * not: music-metadata ID3's own frames, ffprobe a WAV's INFO and QuickTime's keys.
 */
export function workOf(
  parsed: Parsed | null,
  probed: Probed | null,
  info: ReadonlyMap<string, string> | undefined,
): Pick<ReadFacts, 'authors' | 'publisher' | 'isrc' | 'iswc'> {
  const { composer = [], lyricist = [], label = [], isrc = [] } = parsed?.common ?? {};
  const native = Object.values(parsed?.native ?? {}).flat();
  // music-metadata splits texts of ID3 2.2 and 2.3 at '/', which is also a sign of names.
  const isOldId3 = Object.keys(parsed?.native ?? {}).some((tag) => /^ID3v2\.[23]$/.test(tag));
  const whole = (values: string[]) => (isOldId3 ? [values.join('/')] : values);
  const said = new Map<string, string>();
  const sources = [probed?.format.tags ?? {}, ...(probed?.streams ?? []).map(({ tags }) => tags)];
  for (const [name, value] of [...(info ?? []), ...sources.flatMap(Object.entries)] as [string, string][])
    said.set(name.trim().toLowerCase(), value);
  const under = (wanted: readonly string[]) => wanted.map((name) => said.get(name));
  const nativeOf = (wanted: RegExp) => native.find(({ id }) => wanted.test(id))?.value;
  const itunes = [nativeOf(/^xid $/), said.get('xid')].map((text) => xid.exec(String(text))?.[1]);
  return {
    authors: together([...whole(composer), ...whole(lyricist)]) ?? together(under(names.authors)),
    publisher: together(label.slice(0, 1)) ?? first(under(names.publisher)),
    isrc: first([...isrc, ...under(names.isrc), ...itunes]),
    iswc: first([nativeOf(/\bISWC$/i), ...under(names.iswc)]),
  };
}

const first = (values: readonly unknown[]): string | null =>
  together(values.filter((value) => typeof value === 'string' && value.trim()).slice(0, 1));
