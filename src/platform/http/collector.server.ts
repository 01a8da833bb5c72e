import { AppError } from '../errors.ts';
import { Turns } from '../turns.ts';

const megabyte = 1024 * 1024;
/**
 * Bytes that request bodies may hold together, by kind of sender; further ones wait. One address leaves room for others, and
 * strangers leave an administrator's uploads theirs.
 */
const memory = {
  anybody: new Turns({ atOnce: 16 * megabyte, ofOne: 6 * megabyte, waiting: 16 }),
  administrator: new Turns({ atOnce: 16 * megabyte }),
};
/** Bodies up to this size need no place: a sign-in never waits behind uploads. */
const alwaysTaken = 64 * 1024;
/** A smaller chunk counts as this many bytes, because it costs more than its bytes. */
const smallestPiece = 128;

/** A body that holds memory brings so many bytes a second, in each stretch of so many milliseconds. */
const slowest = { bytesPerSecond: 16 * 1024, stretch: 10_000 };

/** Returns the memory at once: V8 lets up to 64 MB of such bytes lie before it collects them. */
const free = ({ buffer }: Buffer): void => void (buffer as ArrayBuffer).transfer(0);

export interface BodyLimit {
  maxBytes: number;
  tooLarge?: string | undefined;
  /** `anybody` unless said: bodies of strangers leave room for an administrator's upload. */
  sender?: keyof typeof memory;
}

/** Timeout for a body in milliseconds: 30 s plus the time it takes at 16 KB a second. */
const patienceFor = ({ maxBytes }: BodyLimit): number => 30_000 + maxBytes / 16;

/**
 * Calls `end` when a body takes longer than its timeout, or holds memory and is slower than `slowest`. @returns what ends
 * the watch
 */
export function watchPace(collector: Collector, limit: BodyLimit, end: () => void): () => void {
  const least = (slowest.bytesPerSecond * slowest.stretch) / 1000;
  let before: number | null = null;
  const timer = setTimeout(end, patienceFor(limit));
  const watch = setInterval(() => {
    const now = collector.held;
    if (before !== null && now !== null && now - before < least) end();
    before = now;
  }, slowest.stretch);
  return () => {
    clearTimeout(timer);
    clearInterval(watch);
  };
}

export const tooSlow = () => new AppError('too-slow', 'O envio demorou demais. Tente novamente.');
export const brokenOff = (cause?: unknown) => new AppError('invalid', 'O envio foi interrompido.', { cause });

/** A body's headers as it was sent, and who sends it. */
export interface Sent {
  length: string | null | undefined;
  encoding: string | null | undefined;
  /** The block of the sender's address. */
  caller: string;
}

/** Collects the chunks of one body within its own limit and the shared memory. */
export class Collector {
  readonly #limit: BodyLimit;
  readonly #declared: number;
  readonly #caller: string;
  readonly #ended = new AbortController();
  #giveBack: (() => void) | null = null;
  #bytes = Buffer.alloc(0);
  #size = 0;
  #pieces = 0;

  /** @throws AppError `too-large`, or `unsupported` for a compressed body */
  constructor(limit: BodyLimit, { length, encoding, caller }: Sent) {
    this.#limit = limit;
    this.#declared = Number(length ?? 0);
    this.#caller = caller;
    if (this.#declared > limit.maxBytes) throw this.#tooLarge();
    if (encoding && encoding.toLowerCase() !== 'identity')
      throw new AppError('unsupported', 'Envie o conteúdo sem compressão (Content-Encoding).');
  }

  /**
   * Adds a chunk. @returns a promise when it waits for memory: add the next one after that @throws AppError `too-large` or
   * `invalid`, and rejects with Busy; add nothing after that
   */
  add(piece: Uint8Array): Promise<void> | undefined {
    const size = this.#size + piece.byteLength;
    if (size > this.#limit.maxBytes) throw this.#tooLarge();
    this.#pieces += 1;
    if (this.#pieces * smallestPiece > Math.max(this.#limit.maxBytes, alwaysTaken)) {
      throw new AppError('invalid', 'O conteúdo veio em pedaços pequenos demais.');
    }
    if (size > alwaysTaken && !this.#giveBack) return this.#takeMemory().then(() => this.#append(piece));
    this.#append(piece);
  }

  async #takeMemory(): Promise<void> {
    const weight = this.#declared || this.#limit.maxBytes;
    const asked = { caller: this.#caller, weight, signal: this.#ended.signal };
    const giveBack = await memory[this.#limit.sender ?? 'anybody'].take(asked);
    if (this.#ended.signal.aborted) giveBack();
    else this.#giveBack = giveBack;
  }

  #append(piece: Uint8Array): void {
    if (this.#ended.signal.aborted) return;
    const size = this.#size + piece.byteLength;
    if (size > this.#bytes.length) this.#grow(size);
    this.#bytes.set(piece, this.#size);
    this.#size = size;
  }

  /** Allocates the declared length once memory for it is taken; before that it only doubles. */
  #grow(size: number): void {
    const declared = this.#giveBack ? this.#declared : 0;
    const room = Math.min(this.#limit.maxBytes, Math.max(size, 2 * this.#bytes.length, declared));
    const grown = Buffer.allocUnsafeSlow(room);
    this.#bytes.copy(grown, 0, 0, this.#size);
    free(this.#bytes);
    this.#bytes = grown;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Bytes that have come to a body that holds memory; null before. */
  get held(): number | null {
    return this.#giveBack && this.#size;
  }

  /** Empties the bytes and returns their share of the memory; call it exactly once, also after a failure. */
  release(): void {
    this.#ended.abort(brokenOff());
    this.#giveBack?.();
    free(this.#bytes);
  }

  #tooLarge(): AppError {
    return new AppError('too-large', this.#limit.tooLarge ?? 'O conteúdo enviado é grande demais.');
  }
}
