import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { strongPasswords } from './passwords-gateway.server.ts';

it('kept passwords cost 32 MB and 16384 rounds of scrypt each, with a salt of their own', async () => {
  const [hash, again] = await Promise.all([1, 2].map(() => strongPasswords.hash('segredo-1')));
  const [salt, key] = hash!.split(':') as [string, string];
  const scrypt = scryptSync('segredo-1', salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 });
  expect(key).toBe(scrypt.toString('hex'));
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(again).not.toContain(salt);
  expect(await strongPasswords.verify(hash!, 'segredo-1')).toBe(true);
  expect(await strongPasswords.verify(hash!, 'segredo-2')).toBe(false);
});

it('S08: a password with accents opens the account from a Mac and from Windows', async () => {
  const hash = await strongPasswords.hash('maçã-é-minha'.normalize('NFD'));
  expect(await strongPasswords.verify(hash, 'maçã-é-minha'.normalize('NFC'))).toBe(true);
});
