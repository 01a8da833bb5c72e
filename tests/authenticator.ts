import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest();

/** CBOR (RFC 8949) as an authenticator writes it: maps, texts, bytes and small numbers. */
function cbor(value: unknown): Buffer {
  const head = (kind: number, size: number) =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

/** A device with one passkey. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  readonly #origin: string;
  /** Whether it verifies its user (finger or PIN) before it signs. */
  verifies = true;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** `navigator.credentials.create()` */
  create({ challenge }: { challenge: string }) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const size = Buffer.from([0, this.#id.length]);
    const authData = Buffer.concat([this.#facts(0x40), Buffer.alloc(16), size, this.#id, cbor(cose)]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: base64url(this.#client('webauthn.create', challenge)),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** `navigator.credentials.get()` */
  get({ challenge }: { challenge: string }) {
    const client = this.#client('webauthn.get', challenge);
    const authData = this.#facts(0);
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    });
  }

  #answer<T>(response: T) {
    const id = base64url(this.#id);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }
  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }
  /** Authenticator data: the site, user presence, and user verification. */
  #facts(more: number): Buffer {
    const flags = 1 | (this.verifies ? 4 : 0) | more;
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([flags, 0, 0, 0, 0])]);
  }
}
