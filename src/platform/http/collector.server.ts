import { AppError } from '../errors.ts';

/** Bytes of bodies that may be in memory at once, in all requests together. */
const sharedBytes = 48 * 1024 * 1024;
/** A body up to this size comes in whatever others send: a sign-in never waits behind uploads. */
const alwaysTaken = 64 * 1024;
/** Bytes that a piece of a body counts at least: a body of tiny pieces costs more than its bytes. */
const smallestPiece = 128;

/** Bytes from which on a sender is believed that there will be as many as he declared. */
const believedFrom = 16 * 1024;

let held = 0;

/** What may be read, and what the sender of more is told. */
export interface BodyLimit {
  maxBytes: number;
  tooLarge?: string | undefined;
}

/** Milliseconds within which a body must have come: half a minute, and more for larger ones at 16 KB a second. */
export const patienceFor = ({ maxBytes }: BodyLimit): number => 30_000 + maxBytes / 16;

export const tooSlow = () => new AppError('too-slow', 'O envio demorou demais. Tente novamente.');
export const brokenOff = (cause?: unknown) => new AppError('invalid', 'O envio foi interrompido.', { cause });

/** Gathers the pieces of one body into one run of bytes, within its limit and what all bodies share. */
export class Collector {
  readonly #limit: BodyLimit;
  readonly #declared: number;
  #bytes = Buffer.alloc(0);
  #size = 0;
  #pieces = 0;

  /**
   * @param length the request's Content-Length
   * @param encoding its Content-Encoding
   * @throws AppError `too-large` by its length, or `unsupported`: nothing is unpacked here
   */
  constructor(limit: BodyLimit, length: string | null | undefined, encoding: string | null | undefined) {
    this.#limit = limit;
    this.#declared = Number(length ?? 0);
    if (this.#declared > limit.maxBytes) throw this.#tooLarge();
    if (encoding && encoding.toLowerCase() !== 'identity')
      throw new AppError('unsupported', 'Envie o conteúdo sem compressão (Content-Encoding).');
  }

  /** @throws AppError `too-large`, `invalid` or `rate-limited`; nothing more may be added then */
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

  /** Who has sent a good part gets the room that he says he needs; until then it only doubles. */
  #grow(size: number): void {
    const declared = size < believedFrom ? 0 : this.#declared;
    const room = Math.min(this.#limit.maxBytes, Math.max(size, 2 * this.#bytes.length, declared));
    const more = room - this.#bytes.length;
    if (room > alwaysTaken && held + more > sharedBytes) {
      const message = 'Muitos envios ao mesmo tempo. Tente novamente em instantes.';
      throw new AppError('rate-limited', message, { retryAfter: 5 });
    }
    held += more;
    const grown = Buffer.allocUnsafeSlow(room);
    this.#bytes.copy(grown, 0, 0, this.#size);
    this.#bytes = grown;
  }

  /** The body so far. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Gives back its share of the memory; to be called once, whatever came of it. */
  release(): void {
    held -= this.#bytes.length;
  }

  #tooLarge(): AppError {
    return new AppError('too-large', this.#limit.tooLarge ?? 'O conteúdo enviado é grande demais.');
  }
}
