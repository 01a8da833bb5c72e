import { dayOf, localTime } from '../calendar.ts';

/** A file in a ZIP: everything its headers need is known before a byte is read. */
export interface ZipEntry {
  name: string;
  size: number;
  crc32: number;
  modifiedAt: Date;
}

/** A piece of the ZIP: header bytes, or the whole of an entry. */
type ZipPart<Entry extends ZipEntry> =
  | { offset: number; size: number; bytes: Buffer; entry: null }
  | { offset: number; size: number; bytes: null; entry: Entry };

/** The layout of a ZIP. Equal entries always give equal bytes, so that ranges of it can be served. */
export interface StoredZip<Entry extends ZipEntry> {
  size: number;
  parts: ZipPart<Entry>[];
}

const max32 = 0xffffffff;
const max16 = 0xffff;
/** Bit 11: names are UTF-8. */
const utf8Flag = 0x0800;
const plainVersion = 20;
const zip64Version = 45;
/** Made by version 6.3 on UNIX; a regular file that all may read. */
const madeBy = (3 << 8) | 63;
const regularFile = (0o100644 << 16) >>> 0;

/** Lays out a ZIP without compression (audio does not shrink), with ZIP64 where needed. */
export function layOutZip<Entry extends ZipEntry>(entries: readonly Entry[]): StoredZip<Entry> {
  const parts: ZipPart<Entry>[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const add = (bytes: Buffer) => {
    parts.push({ offset, size: bytes.length, bytes, entry: null });
    offset += bytes.length;
  };
  for (const entry of entries) {
    directory.push(centralHeader(entry, offset));
    add(localHeader(entry));
    parts.push({ offset, size: entry.size, bytes: null, entry });
    offset += entry.size;
  }
  const start = offset;
  const central = Buffer.concat(directory);
  add(Buffer.concat([central, directoryEnd(entries.length, central.length, start)]));
  return { size: offset, parts };
}

/** Date and time in São Paulo in MS-DOS format, in steps of two seconds: a ZIP holds local times. */
function dosTime(at: Date): { time: number; day: number } {
  const { year, month, day } = dayOf(at);
  const [hours = 0, minutes = 0, seconds = 0] = localTime(at).time.split(':').map(Number);
  return {
    time: (hours << 11) | (minutes << 5) | (seconds >> 1),
    day: ((Math.min(Math.max(year, 1980), 2107) - 1980) << 9) | (month << 5) | day,
  };
}

/** The ten fields that both headers of an entry share: from version needed to length of the extra field. */
function sharedFields(entry: ZipEntry, name: Buffer, extra: Buffer, isLarge: boolean): Buffer {
  const { time, day } = dosTime(entry.modifiedAt);
  const size = entry.size >= max32 ? max32 : entry.size;
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(isLarge ? zip64Version : plainVersion, 0);
  fields.writeUInt16LE(utf8Flag, 2);
  fields.writeUInt16LE(0, 4); // stored
  fields.writeUInt16LE(time, 6);
  fields.writeUInt16LE(day, 8);
  fields.writeUInt32LE(entry.crc32 >>> 0, 10);
  fields.writeUInt32LE(size, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  fields.writeUInt16LE(extra.length, 24);
  return fields;
}

function zip64Extra(values: number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [at, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * at);
  return extra;
}

function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name, 'utf8');
  const isLarge = entry.size >= max32;
  const extra = zip64Extra(isLarge ? [entry.size, entry.size] : []);
  return Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    sharedFields(entry, name, extra, isLarge),
    name,
    extra,
  ]);
}

function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const name = Buffer.from(entry.name, 'utf8');
  const extra = zip64Extra([
    ...(entry.size >= max32 ? [entry.size, entry.size] : []),
    ...(offset >= max32 ? [offset] : []),
  ]);
  const head = Buffer.alloc(6);
  head.write('PK\x01\x02', 'latin1');
  head.writeUInt16LE(madeBy, 4);
  const tail = Buffer.alloc(14); // comment, disk and internal attributes are zero
  tail.writeUInt32LE(regularFile, 6);
  tail.writeUInt32LE(Math.min(offset, max32), 10);
  return Buffer.concat([head, sharedFields(entry, name, extra, extra.length > 0), tail, name, extra]);
}

function directoryEnd(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(size, max32), 12);
  end.writeUInt32LE(Math.min(start, max32), 16);
  if (count < max16 && size < max32 && start < max32) return end;

  const large = Buffer.alloc(56);
  large.write('PK\x06\x06', 'latin1');
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(madeBy, 12);
  large.writeUInt16LE(zip64Version, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}
