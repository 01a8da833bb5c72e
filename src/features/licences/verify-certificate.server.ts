import { createPublicKey, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';

const signedSchema = z.object({
  certificate: z.looseObject({ id: z.string(), issuedAt: z.string() }),
  signature: z.object({ algorithm: z.literal('Ed25519'), kid: z.string(), value: z.string() }),
});
const keysSchema = z.object({
  keys: z.array(
    z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string() }),
  ),
});

export type Verdict = { ok: true } | { ok: false; reason: 'not-a-certificate' | 'unknown-key' | 'changed' };

/**
 * Whether a certificate's JSON is as the site signed it. Needs neither the site nor its database. @param keys the JWKS
 * of /.well-known/sonoteca-keys.json
 */
export function verifyCertificate(signed: unknown, keys: unknown): Verdict {
  const parsed = signedSchema.safeParse(signed);
  const known = keysSchema.safeParse(keys);
  if (!parsed.success || !known.success) return { ok: false, reason: 'not-a-certificate' };
  const { certificate, signature } = parsed.data;
  const jwk = known.data.keys.find(({ kid }) => kid === signature.kid);
  if (!jwk) return { ok: false, reason: 'unknown-key' };
  const { kty, crv, x } = jwk;
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  const bytes = Buffer.from(canonicalize(certificate) ?? '');
  const isGenuine = verify(null, bytes, key, Buffer.from(signature.value, 'base64url'));
  return isGenuine ? { ok: true } : { ok: false, reason: 'changed' };
}
