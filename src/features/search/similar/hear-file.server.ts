import { open, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#db/open.server.ts';
import { spendAll } from '#features/accounts/limits/spend-attempts.server.ts';
import type { User } from '#features/accounts/model.ts';
import { analysisLevels, type SoundFacts } from '#features/media/audio/model.ts';
import { measureSound, readSound } from '#features/media/measuring/gateway.server.ts';
import { ContainerFinder, type Seen } from '#features/media/reading/container.ts';
import type { Clock } from '#platform/clock.ts';
import { temporaryPath } from '#platform/temporary.server.ts';
import { Busy, Turns } from '#platform/turns.ts';
import { type OwnFileRefusal, ownFileBytes, ownFileMinutes } from './own-file.ts';

interface Deps {
  db: Database;
  clock: Clock;
  settings: { FFMPEG_PATH?: string | undefined };
}

type Outcome = { ok: true; timbre: Uint8Array } | { ok: false; reason: OwnFileRefusal };

/** Files that an account may have analysed in an hour. */
const anHour = { name: 'own-sound', max: 30, windowSeconds: 3600 };
/** Files that are on the disk at once: of an account, and of all with those of one address. */
const ofAccounts = new Turns({ atOnce: Number.POSITIVE_INFINITY, ofOne: 2, waiting: 0 });
const ofAddresses = new Turns({ atOnce: 8, ofOne: 4, waiting: 0 });
const measuring = new Turns({ atOnce: 2, ofOne: 1 });
/** Milliseconds for the bytes to arrive, for the next ones of them, and for the analysis. */
const patience = { arrival: 180_000, next: 10_000, analysis: 60_000 };
/** A body that brings less while one waits for the next bytes keeps its place from others: 16 KB a second. */
const leastNext = 160 * 1024;
type Patience = typeof patience;

class Refused extends Error {
  readonly reason: OwnFileRefusal;
  constructor(reason: OwnFileRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * What a listener's own file sounds like. It stays in a temporary file while it is measured, in the process that reads
 * untrusted files, and is kept nowhere. @param address the block of the sender's @param waits how long it waits @throws AppError `rate-limited` after too many files in an hour
 */
export async function hearFile(
  deps: Deps,
  { userId }: Pick<User, 'userId'>,
  { body, address }: { body: Readable; address: string },
  waits = patience,
): Promise<Outcome> {
  const inPlace = (places: Turns, caller: string, full: OwnFileRefusal, work: () => Promise<Uint8Array>) =>
    places.run({ caller }, work).catch((error: unknown) => {
      throw error instanceof Busy ? new Refused(full) : error;
    });
  const path = temporaryPath('som');
  const hear = async () => {
    // A refusal for want of a place costs none of the hour's files.
    await spendAll(deps, [{ limit: anHour, subject: userId }]);
    try {
      await receive(body, path, waits);
      return await listen(deps, userId, path, waits);
    } finally {
      await unlink(path).catch(() => {});
    }
  };
  try {
    const timbre = await inPlace(ofAccounts, userId, 'two-at-once', () =>
      inPlace(ofAddresses, address, 'busy', hear),
    );
    return { ok: true, timbre };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason };
    throw error;
  }
}

/** Writes the bytes to a file, unless they are no sound, too many, or too slow. */
async function receive(body: Readable, path: string, waits: Patience): Promise<void> {
  const finder = new ContainerFinder();
  let seen: Seen | null = null;
  const slow = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(waits.arrival), slow.signal]);
  let size = 0;
  let before = 0;
  const watch = setInterval(() => {
    if (size - before < leastNext) slow.abort();
    before = size;
  }, waits.next);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Refused('too-slow')));
  });
  late.catch(() => {});
  async function* bounded() {
    // No loop over the body: a refusal would destroy it, and close the connection before the refusal is read.
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const { done, value: chunk } = await Promise.race([chunks.next(), late]);
      if (done) break;
      size += chunk.length;
      if (size > ownFileBytes) throw new Refused('too-large');
      seen ??= finder.add(chunk);
      if (seen && 'refusal' in seen) throw new Refused(seen.refusal);
      yield chunk;
    }
  }
  // Open before anything can be refused: a stream that opens it may do so after it was removed.
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(bounded(), file.createWriteStream());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new Refused('broken-off');
    throw error;
  } finally {
    clearInterval(watch);
  }
}

async function listen(
  { settings }: Deps,
  caller: string,
  path: string,
  waits: Patience,
): Promise<Uint8Array> {
  const facts = await measuring.run({ caller }, async (): Promise<SoundFacts> => {
    const signal = AbortSignal.timeout(waits.analysis);
    const options = { ffmpegFolder: settings.FFMPEG_PATH, signal };
    const measured = async () => {
      const reading = await readSound(path, options);
      if (!reading.ok) throw new Refused(reading.refusal);
      return measureSound(path, reading.type, options);
    };
    return measured().catch((error: unknown) => {
      throw signal.aborted ? new Refused('too-long') : error;
    });
  });
  if (facts.analysis !== analysisLevels.whole) throw new Refused('no-ffmpeg');
  if (facts.unreadable) throw new Refused('unreadable');
  if ((facts.durationMs ?? 0) > ownFileMinutes * 60_000) throw new Refused('too-long');
  if (!facts.timbre) throw new Refused('silent');
  return facts.timbre;
}
