import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Settings } from '#platform/env.server.ts';
import { secretOf } from '#platform/secret.server.ts';
import type { SignedCertificate } from './certificate.ts';

/** A public key as a JWKS holds it. */
interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}

export interface LicenceKeys {
  /** Signs a certificate; the same one always gets the same signature. */
  sign(certificate: SignedCertificate['certificate']): SignedCertificate;
  /** The key that signs, then former ones. */
  publicKeys: PublicKey[];
}

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKeyOf = (hex: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Head, Buffer.from(hex, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });

/** The key id is the thumbprint of RFC 7638. */
function publicKeyOf(key: KeyObject): PublicKey {
  const x = createPublicKey(key).export({ format: 'jwk' }).x ?? '';
  const named = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  const kid = createHash('sha256').update(named).digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
}

const known = new WeakMap<object, LicenceKeys>();

/**
 * The keys of LICENCE_KEY (the first one signs, former ones follow it), or of a secret that is generated once and kept
 * in DATA_DIR.
 */
export function licenceKeysOf(settings: Pick<Settings, 'LICENCE_KEY' | 'DATA_DIR'>): LicenceKeys {
  const existing = known.get(settings);
  if (existing) return existing;
  const [secret = '', ...former] = settings.LICENCE_KEY ?? [secretOf(settings.DATA_DIR, 'licence-key')];
  const key = privateKeyOf(secret);
  const own = publicKeyOf(key);
  const made: LicenceKeys = {
    sign(certificate) {
      const value = sign(null, Buffer.from(canonicalize(certificate) ?? ''), key).toString('base64url');
      return {
        certificate,
        signature: { algorithm: 'Ed25519', canonicalization: 'RFC 8785', kid: own.kid, value },
      };
    },
    publicKeys: [own, ...former.map((hex) => publicKeyOf(privateKeyOf(hex)))],
  };
  known.set(settings, made);
  return made;
}
