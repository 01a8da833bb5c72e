import { AppError } from '../errors.ts';

/** Bytes that all request bodies in memory may hold together, by kind of sender; beyond it a body is refused. */
const sharedBytes = { anybody: 16 * 1024 * 1024, administrator: 32 * 1024 * 1024 };
/** Bodies up to this size are always accepted: a sign-in never waits behind uploads. */
const alwaysTaken = 64 * 1024;
/** A smaller chunk counts as this many bytes, because it costs more than its bytes. */
const smallestPiece = 128;

/** From this many received bytes on, the declared Content-Length is trusted. */
const believedFrom = 16 * 1024;

let held = 0;

/** Returns the memory at once: V8 lets up to 64 MB of such bytes lie before it collects them. */
const free = ({ buffer }: Buffer): void => void (buffer as ArrayBuffer).transfer(0);

export interface BodyLimit {
  maxBytes: number;
  tooLarge?: string | undefined;
  /** `anybody` unless said: bodies of strangers leave room for an administrator's upload. */
  sender?: keyof typeof sharedBytes;
}

/** Timeout for a body in milliseconds: 30 s plus the time it takes at 16 KB a second. */
export const patienceFor = ({ maxBytes }: BodyLimit): number => 30_000 + maxBytes / 16;

export const tooSlow = () => new AppError('too-slow', 'O envio demorou demais. Tente novamente.');
export const brokenOff = (cause?: unknown) => new AppError('invalid', 'O envio foi interrompido.', { cause });

/** Collects the chunks of one body within its own limit and the shared memory. */
export class Collector {
  readonly #limit: BodyLimit;
  readonly #declared: number;
  #bytes = Buffer.alloc(0);
  #size = 0;
  #pieces = 0;

  /**
   * @param length Content-Length @param encoding Content-Encoding @throws AppError `too-large`, or `unsupported` for a
   * compressed body
   */
  constructor(limit: BodyLimit, length: string | null | undefined, encoding: string | null | undefined) {
    this.#limit = limit;
    this.#declared = Number(length ?? 0);
    if (this.#declared > limit.maxBytes) throw this.#tooLarge();
    if (encoding && encoding.toLowerCase() !== 'identity')
      throw new AppError('unsupported', 'Envie o conteúdo sem compressão (Content-Encoding).');
  }

  /** @throws AppError `too-large`, `invalid` or `rate-limited`; add nothing after that */
  add(piece: Uint8Array): void {
    const size = this.#size + piece.byteLength;
    if (size > this.#limit.maxBytes) throw this.#tooLarge();
    this.#pieces += 1;
    if (this.#pieces * smallestPiece > Math.max(this.#limit.maxBytes, alwaysTaken)) {
      throw new AppError('invalid', 'O conteúdo veio em pedaços pequenos demais.');
    }
    if (size > this.#bytes.length) this.#grow(size);
    this.#bytes.set(piece, this.#size);
    this.#size = size;
  }

  /** Allocates the declared length once enough has arrived; before that it only doubles. */
  #grow(size: number): void {
    const declared = size < believedFrom ? 0 : this.#declared;
    const room = Math.min(this.#limit.maxBytes, Math.max(size, 2 * this.#bytes.length, declared));
    const more = room - this.#bytes.length;
    if (room > alwaysTaken && held + more > sharedBytes[this.#limit.sender ?? 'anybody']) {
      const message = 'Muitos envios ao mesmo tempo. Tente novamente em instantes.';
      throw new AppError('rate-limited', message, { retryAfter: 5 });
    }
    held += more;
    const grown = Buffer.allocUnsafeSlow(room);
    this.#bytes.copy(grown, 0, 0, this.#size);
    free(this.#bytes);
    this.#bytes = grown;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Empties the bytes and returns their share of the memory; call it exactly once, also after a failure. */
  release(): void {
    held -= this.#bytes.length;
    free(this.#bytes);
  }

  #tooLarge(): AppError {
    return new AppError('too-large', this.#limit.tooLarge ?? 'O conteúdo enviado é grande demais.');
  }
}
