import type { ByteRange } from '#platform/http/range.ts';

/** Parts by which one download may go on after it broke off, and the least way that each has come further. */
const mostResumes = 10;
const leastProgress = { bytes: 64 * 1024, share: 0.01 };
/** Milliseconds for which a download may go on. */
const lifetime = 24 * 60 * 60_000;
/** By how much the parts of one download may be more than the file: some programs ask for its first bytes to try. */
const slack = 1.05;
/** Downloads that are remembered; a part of a forgotten one counts anew. */
const most = 10_000;

/** What has been handed out under one line of the downloads. */
interface Download {
  begunAt: number;
  size: number;
  bytes: number;
  lastStart: number;
  resumes: number;
  /** The writing of its line: a part that goes on with it waits for that, and is refused with it. */
  recorded: Promise<void>;
}

/**
 * Decides what is one download and what is several, whatever ranges a program asks for: every byte that is handed out
 * belongs to a download that was counted. A part goes on with the last download of the same file by the same user when
 * all of it together is no more than the file (parts side by side, in any order), or when it begins well after the
 * last part did (a line that broke, up to ten times). Anything else begins a download of its own. Each process decides for
 * itself.
 */
export class Parts {
  readonly #downloads = new Map<string, Download>();

  /**
   * @param file who fetches which bytes
   * @param record writes the line of a download that begins; when it fails nothing is handed out
   */
  async handOut(
    file: string,
    part: ByteRange,
    size: number,
    now: Date,
    record: () => Promise<void>,
  ): Promise<void> {
    const known = this.#downloads.get(file);
    if (known && goesOn(known, part, now)) return known.recorded;
    const bytes = part.end - part.start + 1;
    const download: Download = {
      begunAt: now.getTime(),
      size,
      bytes,
      lastStart: part.start,
      resumes: 0,
      recorded: record(),
    };
    this.#downloads.delete(file);
    this.#downloads.set(file, download);
    if (this.#downloads.size > most) this.#downloads.delete(this.#downloads.keys().next().value!);
    try {
      await download.recorded;
    } catch (error) {
      if (this.#downloads.get(file) === download) this.#downloads.delete(file);
      throw error;
    }
  }
}

function goesOn(download: Download, { start, end }: ByteRange, now: Date): boolean {
  if (now.getTime() - download.begunAt > lifetime) return false;
  const bytes = download.bytes + end - start + 1;
  if (bytes > download.size * slack) {
    const progress = Math.max(leastProgress.bytes, leastProgress.share * download.size);
    if (start < download.lastStart + progress || download.resumes >= mostResumes) return false;
    download.resumes += 1;
  }
  download.bytes = bytes;
  download.lastStart = Math.max(download.lastStart, start);
  return true;
}
