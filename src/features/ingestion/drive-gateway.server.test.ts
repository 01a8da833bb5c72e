import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeDrive } from '#tests/fakes/drive.ts';
import { openDrive } from './drive-gateway.server.ts';
import { driveRefusals } from './imports.ts';

const fake = await fakeDrive({ pageLimit: 100 });
const pauses: number[] = [];
const pause = async (ms: number) => void pauses.push(ms);
const drive = openDrive(fake.settings, { pause });
const signal = new AbortController().signal;
const folder = fake.tree.folder('Trilhas');
const sound = fake.tree.file('Samba.mp3', folder, Buffer.from('ID3 some sound that is long enough'));
afterEach(() => {
  fake.heal();
  pauses.length = 0;
});
afterAll(() => fake.close());

const read = async (body: ReadableStream<Uint8Array>) => Buffer.from(await new Response(body).arrayBuffer());

describe('reading', () => {
  it('tells what a file is, and sends the key in a header only', async () => {
    expect(await drive.find(sound, null)).toEqual({
      id: sound,
      name: 'Samba.mp3',
      mimeType: 'audio/mpeg',
      size: 34,
      md5: expect.stringMatching(/^[0-9a-f]{32}$/),
      resourceKey: null,
    });
    expect(fake.calls.at(-1)!.headers['x-goog-api-key']).toBe('chave-de-teste');
    expect(fake.calls.every(({ url }) => !url.includes('chave-de-teste'))).toBe(true);
  });

  it('CRP-10: lists more than one page', async () => {
    const big = fake.tree.folder('Grande');
    for (let n = 1; n <= 250; n++) fake.tree.file(`Faixa ${n}.mp3`, big, Buffer.from(`${n}`));
    expect(await drive.list(big, null)).toHaveLength(250);
    expect(fake.count('list', big)).toBe(3);
  });

  it('sees shared drives, and old links by their resource keys', async () => {
    const shared = fake.tree.folder('Compartilhado', null, { isShared: true });
    fake.tree.file('A.mp3', shared, Buffer.from('a'), { isShared: true });
    expect(await drive.list(shared, null)).toHaveLength(1);
    const old = fake.tree.folder('Antiga', null, { resourceKey: '0-chave_antiga' });
    fake.tree.file('B.mp3', old, Buffer.from('b'));
    expect(await drive.list(old, '0-chave_antiga')).toHaveLength(1);
    await expect(drive.list(old, null)).rejects.toMatchObject({ reason: 'not-found', retryable: false });
  });

  it('follows shortcuts under their own names; one that leads nowhere stays what it is', async () => {
    const box = fake.tree.folder('Atalhos');
    fake.tree.shortcut('Meu samba.mp3', box, sound);
    fake.tree.shortcut('Pasta toda', box, folder);
    fake.tree.shortcut('Perdido', box, 'nao-existe-mais-nada');
    const items = await drive.list(box, null);
    expect(items.map(({ id, name, mimeType }) => [id, name, mimeType])).toEqual([
      [sound, 'Meu samba.mp3', 'audio/mpeg'],
      [folder, 'Pasta toda', 'application/vnd.google-apps.folder'],
      [expect.any(String), 'Perdido', 'application/vnd.google-apps.shortcut'],
    ]);
  });

  it('fetches bytes from any place on', async () => {
    const whole = await drive.download({ id: sound, resourceKey: null }, 0, signal);
    expect(whole).toMatchObject({ offset: 0, size: 34 });
    expect((await read(whole.body)).toString()).toBe('ID3 some sound that is long enough');
    const rest = await drive.download({ id: sound, resourceKey: null }, 30, signal);
    expect(rest).toMatchObject({ offset: 30, size: 34 });
    expect((await read(rest.body)).toString()).toBe('ough');
  });

  it('works with a service account', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const account = {
      client_email: 'conta@projeto.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    };
    const toFake: typeof fetch = (input, init) =>
      fetch(String(input).replace('https://oauth2.googleapis.com', fake.url), init);
    const { GOOGLE_DRIVE_API_BASE_URL } = fake.settings;
    const settings = { GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify(account), GOOGLE_DRIVE_API_BASE_URL };
    const items = await openDrive(settings, { fetch: toFake }).list(folder, null);
    expect(items).toHaveLength(1);
    expect(fake.calls.at(-1)!.headers.authorization).toBe('Bearer ficha-de-teste');
    expect(() => openDrive({ GOOGLE_SERVICE_ACCOUNT_JSON: 'não é' })).toThrow('GOOGLE_SERVICE_ACCOUNT_JSON');
  });
});

describe('OPS-09: a redirect', () => {
  const elsewhere = createServer((req, res) => {
    met.push(req.headers);
    res.end(JSON.stringify({ id: sound, name: 'Isca.mp3', mimeType: 'audio/mpeg' }));
  });
  const met: IncomingHttpHeaders[] = [];
  let lure = '';
  beforeAll(async () => {
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    lure = `http://localhost:${(elsewhere.address() as AddressInfo).port}/drive/v3/files/x`;
  });
  afterAll(() => elsewhere.close());

  it.each([301, 302, 303, 307, 308] as const)(
    '%d to another host is not followed by any call',
    async (status) => {
      for (const kind of ['get', 'list', 'media'] as const) {
        fake.fail(kind, { status, location: lure }, { times: 9 });
      }
      const refused = { reason: 'bad-answer' };
      await expect(drive.find(sound, null)).rejects.toMatchObject(refused);
      await expect(drive.list(folder, null)).rejects.toMatchObject(refused);
      await expect(drive.download({ id: sound, resourceKey: null }, 0, signal)).rejects.toMatchObject(
        refused,
      );
      expect(met).toEqual([]);
    },
  );

  it('to the same host is followed, a few times', async () => {
    const location = `/drive/v3/files/${sound}?fields=id`;
    fake.fail('get', { status: 302, location }, { times: 2 });
    expect(await drive.find(sound, null)).toMatchObject({ id: sound, name: 'Samba.mp3' });
    fake.fail('get', { status: 302, location }, { times: 99 });
    await expect(drive.find(sound, null)).rejects.toMatchObject({ reason: 'bad-answer' });
  });
});

describe('failing', () => {
  it('says so when nothing is configured', async () => {
    const none = openDrive({});
    expect(none.isConfigured).toBe(false);
    await expect(none.list(folder, null)).rejects.toMatchObject({ reason: 'not-configured' });
  });

  it('waits as long as Drive asks after 429 and 5xx, and by itself after user limits', async () => {
    fake.fail('get', { status: 429, reason: 'rateLimitExceeded', retryAfter: 7 });
    fake.fail('get', { status: 503, retryAfter: 3 });
    fake.fail('get', { status: 403, reason: 'userRateLimitExceeded' });
    expect(await drive.find(sound, null)).toMatchObject({ id: sound });
    expect(pauses).toEqual([7000, 3000, 2000]);
  });

  it('gives up after some tries, and at once when asked to wait for long', async () => {
    fake.fail('get', { status: 500 }, { times: 10 });
    await expect(drive.find(sound, null)).rejects.toMatchObject({ reason: 'unreachable', retryable: true });
    expect(pauses).toHaveLength(3);
    fake.heal();
    fake.fail('get', { status: 429, retryAfter: 900 });
    await expect(drive.find(sound, null)).rejects.toMatchObject({ reason: 'busy', retryAfter: 900 });
    expect(pauses).toHaveLength(3);
  });

  it.each([
    [{ status: 403, reason: 'downloadQuotaExceeded' }, 'quota'],
    [{ status: 403, reason: 'insufficientFilePermissions' }, 'forbidden'],
    [{ status: 403, reason: 'accessNotConfigured' }, 'key'],
    [{ status: 401, reason: 'authError' }, 'key'],
    [{ status: 404, reason: 'notFound' }, 'not-found'],
  ])('does not try again at once after %o: %s', async (fault, reason) => {
    fake.fail('media', fault, { times: 9 });
    const before = fake.count('media');
    const failed = drive.download({ id: sound, resourceKey: null }, 0, signal);
    await expect(failed).rejects.toMatchObject({ reason, retryable: false });
    expect(fake.count('media') - before).toBe(1);
  });

  it('knows a key that was revoked, and never shows it', async () => {
    fake.setKey('outra');
    const failed = await drive.find(sound, null).catch((error: unknown) => error as Error);
    fake.setKey('chave-de-teste');
    expect(failed).toMatchObject({ reason: 'key', message: driveRefusals.key });
    expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toContain('chave-de-teste');
  });

  it('hangs up on silence before the answer', async () => {
    fake.fail('list', { silent: true }, { times: 9 });
    const impatient = openDrive(fake.settings, { silence: 200, pause });
    await expect(impatient.list(folder, null)).rejects.toMatchObject({
      reason: 'unreachable',
      retryable: true,
    });
    expect(fake.count('list', folder)).toBeGreaterThan(1);
  });

  it('hangs up on silence within the answer', async () => {
    fake.fail('media', { silentAfter: 4 }, { times: 9 });
    const impatient = openDrive(fake.settings, { silence: 1000, pause });
    const { body } = await impatient.download({ id: sound, resourceKey: null }, 0, signal);
    await expect(read(body)).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('is unreachable where nobody listens', async () => {
    const closed = await fakeDrive();
    await closed.close();
    const nobody = openDrive(closed.settings, { pause });
    await expect(nobody.find(sound, null)).rejects.toMatchObject({ reason: 'unreachable', retryable: true });
  });

  it('refuses an answer that is none', async () => {
    fake.fail('list', { html: true }, { times: 9 });
    await expect(drive.list(folder, null)).rejects.toMatchObject({ reason: 'bad-answer' });
  });
});
