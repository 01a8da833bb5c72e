import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openZip } from '#tests/zip.ts';
import { layOutZip, type StoredZip, type ZipEntry } from './stored-zip.ts';

interface Filled extends ZipEntry {
  content: Buffer;
}

const at = new Date('2026-11-21T12:30:10Z');
const fill = (name: string, content: Buffer): Filled => ({
  name,
  content,
  size: content.length,
  crc32: crc32(content),
  modifiedAt: at,
});
const whole = (zip: StoredZip<Filled>) =>
  Buffer.concat(zip.parts.map((part) => (part.bytes === null ? part.entry.content : part.bytes)));

describe('a ZIP laid out beforehand', () => {
  it('DWN-07: is as long as said, with every file whole under its UTF-8 flagged name', async () => {
    const files = [
      fill('São João.mp3', randomBytes(70_000)),
      fill('vazio.mp3', Buffer.alloc(0)),
      fill('🎵 festa.mp3', randomBytes(3)),
    ];
    const zip = layOutZip(files);
    const bytes = whole(zip);
    expect(bytes).toHaveLength(zip.size);
    const { entries, content } = await openZip(bytes.length, (start, end) => bytes.subarray(start, end));
    expect(entries.map((entry) => entry.fileName)).toEqual(files.map((file) => file.name));
    for (const [index, entry] of entries.entries()) {
      expect(entry.generalPurposeBitFlag & 0x800).toBe(0x800);
      expect(entry.compressionMethod).toBe(0);
      expect(entry.crc32).toBe(files[index]!.crc32);
      expect((await content(entry)).equals(files[index]!.content)).toBe(true);
      expect(entry.getLastModDate({ timezone: 'UTC' })).toEqual(new Date('2026-11-21T09:30:10Z'));
    }
  });

  it('gives each part its place', () => {
    const zip = layOutZip([fill('a', randomBytes(10)), fill('b', randomBytes(20))]);
    let offset = 0;
    for (const part of zip.parts) {
      expect(part.offset).toBe(offset);
      offset += part.size;
    }
    expect(offset).toBe(zip.size);
  });

  it('has equal bytes for equal files, and can be empty', async () => {
    const files = [fill('a.mp3', Buffer.from('a'))];
    expect(whole(layOutZip(files)).equals(whole(layOutZip(files)))).toBe(true);
    const empty = whole(layOutZip<Filled>([]));
    expect((await openZip(empty.length, (start, end) => empty.subarray(start, end))).entries).toEqual([]);
  });

  it('A-55: writes more than 4 GB in the ZIP64 form', async () => {
    const large = { name: 'large.wav', size: 5_000_000_000, crc32: 0xfedcba98, modifiedAt: at };
    const small = { name: 'after.mp3', size: 100, crc32: 1, modifiedAt: at };
    const zip = layOutZip([small, large, { ...small, name: 'last.mp3' }]);
    const read = (start: number, end: number) => {
      const bytes = Buffer.alloc(end - start);
      for (const part of zip.parts) {
        if (part.bytes === null) continue;
        const from = Math.max(start, part.offset);
        const to = Math.min(end, part.offset + part.size);
        if (from < to) part.bytes.copy(bytes, from - start, from - part.offset, to - part.offset);
      }
      return bytes;
    };
    const { entries } = await openZip(zip.size, read);
    expect(zip.size).toBeGreaterThan(5_000_000_200);
    expect(entries.map((entry) => [entry.fileName, entry.uncompressedSize, entry.compressedSize])).toEqual([
      ['after.mp3', 100, 100],
      ['large.wav', 5_000_000_000, 5_000_000_000],
      ['last.mp3', 100, 100],
    ]);
    const local = zip.parts.filter((part) => part.bytes !== null && part.size < 200);
    expect(entries.map((entry) => entry.relativeOffsetOfLocalHeader)).toEqual(
      local.slice(0, 3).map((part) => part.offset),
    );
  });

  it('holds more than 65,535 files', async () => {
    const files = Array.from({ length: 70_000 }, (_, index) => fill(`${index}.mp3`, Buffer.alloc(0)));
    const bytes = whole(layOutZip(files));
    const { entries } = await openZip(bytes.length, (start, end) => bytes.subarray(start, end));
    expect(entries).toHaveLength(70_000);
  });
});
