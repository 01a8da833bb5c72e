import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { certificateOf, forOthers } from './certificate.ts';
import { issuerOf, type Licence } from './model.ts';
import { licenceKeysOf } from './signing.server.ts';
import { verifyCertificate } from './verify-certificate.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'sonoteca-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const issuer = issuerOf({ SITE_NAME: 'Sonoteca', PUBLIC_URL: 'https://sonoteca.example' });
const licence: Licence = {
  id: '01m7ze8zwt49z022jxdf3deshc',
  userId: null,
  cause: 'track',
  subject: 'Tema.mp3',
  licensee: { name: 'Rádio Maré', document: '52998224725', city: null, state: null, kind: 'web' },
  version: '1',
  text: 'Pode.',
  textSha256: 'f'.repeat(64),
  tracks: [
    {
      trackId: 't',
      packageId: 'p',
      name: 'Tema.mp3',
      packageTitle: 'Natal',
      sha256: 'a'.repeat(64),
      bytes: 5,
    },
  ],
  issuedAt: new Date('2026-11-22T15:00:00Z'),
  withdrawn: null,
};
const settings = { DATA_DIR: folder };
const keys = licenceKeysOf(settings);
const jwks = { keys: keys.publicKeys };
const signed = keys.sign(certificateOf(licence, issuer));

describe('a signed certificate', () => {
  it('A-127: is checked with nothing but the public keys, in whatever order its fields come', () => {
    expect(verifyCertificate(signed, jwks)).toEqual({ ok: true });
    const { certificate, signature } = signed;
    const turned = Object.fromEntries(Object.entries(certificate).reverse());
    expect(verifyCertificate({ certificate: turned, signature }, jwks)).toEqual({ ok: true });
    expect(verifyCertificate(JSON.parse(JSON.stringify(signed)), JSON.parse(JSON.stringify(jwks)))).toEqual({
      ok: true,
    });
  });

  it.each([
    ['station', { station: { ...signed.certificate.station, name: 'Outra rádio' } }],
    ['hash', { tracks: [{ ...signed.certificate.tracks[0], sha256: 'b'.repeat(64) }] }],
    ['time', { issuedAt: '2026-11-22T15:00:01.000Z' }],
    ['new field', { note: 'vale para tudo' }],
  ])('A-127: a changed %s is seen', (_, change) => {
    const forged = { ...signed, certificate: { ...signed.certificate, ...change } };
    expect(verifyCertificate(forged, jwks)).toEqual({ ok: false, reason: 'changed' });
  });

  it('A-127: a key of somebody else proves nothing, a former one of ours does', () => {
    const others = licenceKeysOf({ DATA_DIR: folder, LICENCE_KEY: ['1'.repeat(64)] });
    expect(verifyCertificate(signed, { keys: others.publicKeys })).toEqual({
      ok: false,
      reason: 'unknown-key',
    });
    const old = licenceKeysOf({ DATA_DIR: folder, LICENCE_KEY: ['2'.repeat(64)] });
    const renewed = licenceKeysOf({ DATA_DIR: folder, LICENCE_KEY: ['1'.repeat(64), '2'.repeat(64)] });
    const former = old.sign(certificateOf(licence, issuer));
    expect(verifyCertificate(former, { keys: renewed.publicKeys })).toEqual({ ok: true });
    expect(verifyCertificate({ certificate: {} }, jwks)).toEqual({ ok: false, reason: 'not-a-certificate' });
  });

  it('A-127: another process of the same site signs with the same key', () => {
    expect(licenceKeysOf({ ...settings }).publicKeys).toEqual(keys.publicKeys);
  });

  it('A-128: others see half of a CPF, under a signature of its own', () => {
    const shown = keys.sign(certificateOf(forOthers(licence), issuer));
    expect(shown.certificate.station.document).toBe('***.982.247-**');
    expect(verifyCertificate(shown, jwks)).toEqual({ ok: true });
  });

  it('A-127: the checker under tools needs no site; a changed file is refused', () => {
    const file = join(folder, 'certificado.json');
    writeFileSync(file, JSON.stringify(signed));
    writeFileSync(join(folder, 'keys.json'), JSON.stringify(jwks));
    const check = () =>
      execFileSync(
        process.execPath,
        ['tools/check-certificate.ts', file, '--keys', join(folder, 'keys.json')],
        {
          encoding: 'utf8',
          stdio: 'pipe',
        },
      );
    expect(check()).toContain('genuine: Rádio Maré');
    writeFileSync(file, JSON.stringify(signed).replace('Tema.mp3', 'Lema.mp3'));
    expect(check).toThrow(/changed/);
  });
});
