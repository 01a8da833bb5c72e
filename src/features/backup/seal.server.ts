import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { SettingsError } from '#platform/env.server.ts';

/** Begins every sealed object; a change of the format changes it. */
const magic = Buffer.from('SNTC1\n');
const saltSize = 16;
const tagSize = 16;
/** Bytes of content per chunk: each is checked before it is passed on, and memory holds one. */
const chunk = 64 * 1024;

const seals = { head: magic.length + saltSize, chunk, tag: tagSize };

/** Bytes of a sealed object with this many bytes of content; an empty one has one empty chunk. */
export const sealedSize = (size: number): number =>
  seals.head + size + Math.max(1, Math.ceil(size / chunk)) * tagSize;

/** The key of one object: another salt for each, so that a nonce never meets the same key again. */
const keyOf = (secret: string, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'sonoteca-backup', 32));

/** A chunk's number and whether it is the last: chunks cannot be moved, and the end cannot be cut off. */
function nonceOf(at: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(at, 4, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Cuts a stream into pieces of one size; the last, which may be empty, is known only at the end. */
abstract class Chunked extends Transform {
  #held: Buffer = Buffer.alloc(0);
  #at = 0;
  readonly #size: number;

  constructor(size: number) {
    super();
    this.#size = size;
  }

  protected abstract work(piece: Buffer, at: number, isLast: boolean): Buffer;

  override _transform(data: Buffer, _encoding: string, done: TransformCallback): void {
    try {
      this.#held = this.#held.length === 0 ? data : Buffer.concat([this.#held, data]);
      this.begin();
      while (this.#held.length > this.#size) this.#pass(this.#held.subarray(0, this.#size), false);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.begin();
      this.#pass(this.#held, true);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  /** Called before each piece; takes a head off what is held. */
  protected begin(): void {}

  protected behead(size: number): Buffer | null {
    if (this.#held.length < size) return null;
    const head = this.#held.subarray(0, size);
    this.#held = this.#held.subarray(size);
    return head;
  }

  #pass(piece: Buffer, isLast: boolean): void {
    this.push(this.work(piece, this.#at, isLast));
    this.#held = this.#held.subarray(piece.length);
    this.#at++;
  }
}

class Sealing extends Chunked {
  readonly #key: Buffer;
  readonly #name: Buffer;

  constructor(secret: string, name: string) {
    super(chunk);
    const salt = randomBytes(saltSize);
    this.#key = keyOf(secret, salt);
    this.#name = Buffer.from(name);
    this.push(Buffer.concat([magic, salt]));
  }

  protected work(piece: Buffer, at: number, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(at, isLast)).setAAD(this.#name);
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

class Opening extends Chunked {
  readonly #secret: string;
  readonly #name: string;
  #key: Buffer | null = null;

  constructor(secret: string, name: string) {
    super(chunk + tagSize);
    this.#secret = secret;
    this.#name = name;
  }

  protected override begin(): void {
    if (this.#key) return;
    const head = this.behead(seals.head);
    if (!head) return;
    if (!head.subarray(0, magic.length).equals(magic)) throw this.#broken();
    this.#key = keyOf(this.#secret, head.subarray(magic.length));
  }

  protected work(piece: Buffer, at: number, isLast: boolean): Buffer {
    if (!this.#key || piece.length < tagSize) throw this.#broken();
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(at, isLast));
    decipher.setAAD(Buffer.from(this.#name)).setAuthTag(piece.subarray(-tagSize));
    try {
      return Buffer.concat([decipher.update(piece.subarray(0, -tagSize)), decipher.final()]);
    } catch {
      throw this.#broken();
    }
  }

  #broken(): SettingsError {
    return new SettingsError(`Não consigo abrir ${this.#name}: está danificado, ou BACKUP_KEY é outra.`);
  }
}

/** Encrypts an object that is stored under this name (docs/decisions/058). */
export const sealing = (secret: string, name: string): Transform => new Sealing(secret, name);

/** Decrypts it again. Fails with a SettingsError when a byte, its name, its order or its end has changed. */
export const opening = (secret: string, name: string): Transform => new Opening(secret, name);
