import { createHmac } from 'node:crypto';

/** The app's code for a base 32 secret (RFC 6238), so many periods of 30 seconds from now. */
export function totpOf(secret: string, periods = 0): string {
  const bits = [...secret.replaceAll(' ', '')].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + periods));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
