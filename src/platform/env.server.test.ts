import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings, settingNames } from './env.server.ts';
import { projectRoot } from './project.server.ts';

describe('the address of the site, when none is set', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://localhost:8080'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
  ])('%j: %s', (given, address) => {
    const { PUBLIC_URL } = readSettings(given, '/nowhere');
    expect(PUBLIC_URL).toBe(address);
    expect(new URL(PUBLIC_URL).origin).toBe(address);
  });
});

it('.env.example names every setting, and no other', () => {
  const example = readFileSync(join(projectRoot(), '.env.example'), 'utf8');
  const named = Array.from(
    example.matchAll(/^# ?([A-Z][A-Z0-9_]+)=|^([A-Z][A-Z0-9_]+)=/gm),
    ([, off, on]) => off ?? on,
  );
  const ofPlans = (name: string | undefined) => name?.startsWith('STRIPE_PRICE_');
  expect(new Set(named.filter((name) => !ofPlans(name)))).toEqual(new Set(settingNames));
});

describe('OPS-03: .env', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-env-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = (text: string, env: Record<string, string> = {}) => {
    writeFileSync(join(folder, '.env'), text);
    return readSettings(env, folder);
  };

  it.each([
    ['quotes keep what they hold', `SITE_NAME="Rádio #1"`, 'Rádio #1'],
    ['single quotes too', `SITE_NAME='Rádio "Sul"'`, 'Rádio "Sul"'],
    ['a comment ends a value', 'SITE_NAME=Rádio # o nome', 'Rádio'],
    ['export is understood', 'export SITE_NAME=Rádio', 'Rádio'],
    ['lines may end as on Windows', 'PORT=3001\r\nSITE_NAME=Rádio\r\n', 'Rádio'],
    ['a commented line says nothing', '#SITE_NAME=Rádio', 'Sonoteca'],
  ])('%s', (_, text, name) => {
    expect(read(text).SITE_NAME).toBe(name);
  });

  it('a quoted value may have several lines, as a service account has', () => {
    const json = '{\n  "type": "service_account",\n  "key": "a#b"\n}';
    expect(read(`GOOGLE_SERVICE_ACCOUNT_JSON='${json}'\nPORT=3001`)).toMatchObject({
      GOOGLE_SERVICE_ACCOUNT_JSON: json,
      PORT: 3001,
    });
  });

  it('the environment of the process wins', () => {
    expect(read('SITE_NAME=Rádio', { SITE_NAME: 'Outra' }).SITE_NAME).toBe('Outra');
  });

  it('S07: whole numbers are read as they are written in Brazil, others are refused', () => {
    expect(read('MONTHLY_CREDITS=1.000').MONTHLY_CREDITS).toBe(1000);
    expect(read('STORAGE_QUOTA_BYTES=5e8').STORAGE_QUOTA_BYTES).toBe(5e8);
    expect(() => read('MONTHLY_CREDITS=2,5')).toThrow('deve ser um número inteiro');
  });
});

describe('OPS-04: mail of a site with https', () => {
  const site = { PUBLIC_URL: 'https://radio.example', ALLOW_SIMULATED_PAYMENTS: 'true' };

  it('does not start without a mail server', () => {
    expect(() => readSettings(site, '/nowhere')).toThrow(
      /^SMTP_URL não foi definida: .*ALLOW_MAIL_FILES=true/,
    );
  });

  it.each([
    ['with one', { SMTP_URL: 'smtp://mail.example:25' }],
    ['where mails in files are wanted', { ALLOW_MAIL_FILES: 'true' }],
  ])('starts %s', (_, more) => {
    expect(readSettings({ ...site, ...more }, '/nowhere').PUBLIC_URL).toBe('https://radio.example');
  });
});

describe('OPS-13: a site that other machines reach', () => {
  const site = { PUBLIC_URL: 'http://radio.example' };
  const allowed = { ALLOW_SIMULATED_PAYMENTS: 'true' };

  it('does not sell simulated plans by mistake', () => {
    expect(() => readSettings(site, '/nowhere')).toThrow(/^STRIPE_SECRET_KEY não foi definida: .*PUBLIC_URL/);
  });

  it.each([
    [false, { ...site, ...allowed }],
    [true, { ...site, ...allowed, DEMO: 'on' }],
    [true, { PUBLIC_URL: 'http://[::1]:3000' }],
    [false, { DEMO: 'off' }],
  ])('has demo content: %s, with %j', (expected, given) => {
    expect(readSettings(given, '/nowhere').DEMO).toBe(expected);
  });
});
