import { type FileHandle, open } from 'node:fs/promises';

const windowBytes = 256 * 1024;

/** The bytes of a file by their place, read in windows: walks that go forward read each of them once. */
export class FileBytes {
  readonly #file: FileHandle;
  readonly size: number;
  #window: Buffer = Buffer.alloc(0);
  #from = 0;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** Runs `use` with the file's bytes and closes it. @throws errors of the disk */
  static async read<T>(path: string, use: (bytes: FileBytes) => Promise<T>): Promise<T> {
    const file = await open(path);
    try {
      return await use(new FileBytes(file, (await file.stat()).size));
    } finally {
      await file.close();
    }
  }

  /** The bytes from `at`, fewer at the file's end. @param length at most 256 KB */
  async at(at: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.size - at));
    if (at < this.#from || at + wanted > this.#from + this.#window.length) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(windowBytes), 0, windowBytes, at);
      this.#window = buffer.subarray(0, bytesRead);
      this.#from = at;
    }
    return this.#window.subarray(at - this.#from, at - this.#from + wanted);
  }
}
