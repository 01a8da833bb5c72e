import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';

/** Bytes `start` (inclusive) to `end` (exclusive) of a ZIP. */
export type ReadZipBytes = (start: number, end: number) => Buffer;

class Reader extends RandomAccessReader {
  readonly #read: ReadZipBytes;
  constructor(read: ReadZipBytes) {
    super();
    this.#read = read;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([this.#read(start, end)]);
  }
  /** Instead of a stream for each of the thousands of entries. */
  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.#read(position, position + length).copy(into, offset);
    setImmediate(done, null);
  }
}

/** Opens a ZIP with a third-party reader: its entries, and a function for an entry's content (CRC checked). */
export async function openZip(
  size: number,
  read: ReadZipBytes,
): Promise<{ entries: Entry[]; content: (entry: Entry) => Promise<Buffer> }> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
    fromRandomAccessReader(new Reader(read), size, options, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const entries: Entry[] = [];
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', reject);
    zip.readEntry();
  });
  // The reader compares sizes and leaves the CRC to its caller.
  const content = async (entry: Entry) => {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) =>
        error ? reject(error) : buffer(stream).then(resolve, reject),
      );
    });
    if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} has another CRC`);
    return bytes;
  };
  return { entries, content };
}

/** The files of a whole ZIP by name, in their order. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const { entries, content } = await openZip(bytes.length, (start, end) => bytes.subarray(start, end));
  const files = new Map<string, Buffer>();
  for (const entry of entries) files.set(entry.fileName, await content(entry));
  return files;
}
