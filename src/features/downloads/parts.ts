import { keepNewest } from '#platform/elements.ts';
import type { ByteRange } from '#platform/http/range.ts';

/** How often a broken download may resume, and how much further each resume must start. */
const mostResumes = 10;
const leastProgress = { bytes: 64 * 1024, share: 0.01 };
/** Milliseconds during which a download may resume. */
const lifetime = 24 * 60 * 60_000;
/** Ranges of one download may exceed the file by this factor: some programs fetch the first bytes as a test. */
const slack = 1.05;
/** Downloads in memory; a range of a forgotten one counts as a new download. */
const most = 10_000;

/** What was delivered under one row of the downloads. */
interface Download {
  begunAt: number;
  size: number;
  bytes: number;
  lastStart: number;
  resumes: number;
  /** Resolves when its row is written; later ranges wait for it and fail with it. */
  recorded: Promise<void>;
}

/**
 * Groups range requests into downloads, so that every delivered byte belongs to a counted download. A range continues
 * the last download of the same file and user when all its ranges together do not exceed the file (parallel ranges,
 * any order), or when it starts well after the last one (a resume, up to ten times). Anything else starts a new
 * download. Each process decides for itself.
 */
export class Parts {
  readonly #downloads = new Map<string, Download>();

  /**
   * @param file who fetches which bytes @param record writes the row of a new download; when it fails nothing is
   * delivered
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
    keepNewest(this.#downloads, file, download, most);
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
