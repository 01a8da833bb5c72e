import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { coverUrl } from '#features/catalog/model.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { ask, storage } = site;
const draw = (background: string) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

beforeAll(async () => {
  await storage.put('covers/ab/cover.png', await draw('teal'), { mime: 'image/png' });
  await storage.put('audio/ab/secret.png', await draw('red'), { mime: 'image/png' });
  await storage.put('recordings/secret.png', await draw('red'), { mime: 'image/png' });
  await storage.put('site/broken.png', Buffer.from('no picture'), { mime: 'image/png' });
  await storage.put('site/page.html', Buffer.from('<script>'), { mime: 'text/html' });
  await storage.put('site/drawing.svg', Buffer.from('<svg/>'), { mime: 'image/svg+xml' });
});

describe('GET /media/{key}', () => {
  it('SEC-06: shows a picture to everyone, as a picture and nothing else', async () => {
    const response = await ask('/media/covers/ab/cover.png');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    );
    expect((await bytesOf(response)).equals(await draw('teal'))).toBe(true);
  });

  it.each(['Capa de Natal.png', 'São João – verão.png', '100% FM.png', 'a%20b.png', "d'água #1.png"])(
    'A-101: an old cover named %s is read',
    async (name) => {
      const folder = join(site.app.settings.DATA_DIR, 'files/covers/antigas');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, name), await draw('orange'));
      const response = await ask(coverUrl(`covers/antigas/${name}`)!);
      expect(response.status).toBe(200);
      expect((await bytesOf(response)).equals(await draw('orange'))).toBe(true);
    },
  );

  it.each([
    'covers/%2e%2e/%2e%2e/session-secret',
    'covers/..%2fx.png',
    'covers/.x.png',
    'covers/%00.png',
    'covers/%ff.png',
  ])('A-101: %s is no name', async (path) => {
    expect((await ask(`/media/${path}`)).status).toBe(404);
  });

  it('makes it smaller as WebP, in steps', async () => {
    for (const [asked, width] of [
      ['96', 96],
      ['100', 192],
      ['400', 512],
      ['99999', 800],
    ] as const) {
      const response = await ask(`/media/covers/ab/cover.png?w=${asked}`);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect((await sharp(await bytesOf(response)).metadata()).width).toBe(width);
    }
    for (const asked of ['', '0', '-5', 'x', '1e3', '999999']) {
      const response = await ask(`/media/covers/ab/cover.png?w=${asked}`);
      expect(response.headers.get('content-type')).toBe('image/png');
      await bytesOf(response);
    }
  });

  it('makes each size once, and makes it anew when its folder was emptied', async () => {
    const folder = join(site.app.settings.DATA_DIR, 'cache/pictures');
    const get = async () => bytesOf(await ask('/media/covers/ab/cover.png?w=352'));
    const [one, two] = await Promise.all([get(), get()]);
    expect(one.equals(two)).toBe(true);
    const made = (await readdir(folder)).length;
    await get();
    expect(await readdir(folder)).toHaveLength(made);
    await rm(folder, { recursive: true });
    expect((await get()).equals(one)).toBe(true);
  });

  it('A-28: shows new bytes under the same key at once', async () => {
    await storage.put('avatars/u/avatar.png', await draw('red'), { mime: 'image/png' });
    const small = async (version: number) => {
      const response = await ask(`/media/avatars/u/avatar.png?w=96&v=${version}`);
      const { data } = await sharp(await bytesOf(response))
        .raw()
        .toBuffer({ resolveWithObject: true });
      return data[0]! > 128 ? 'red' : 'blue';
    };
    expect(await small(1)).toBe('red');
    await storage.put('avatars/u/avatar.png', await draw('blue'), { mime: 'image/png' });
    expect(await small(2)).toBe('blue');
    await storage.delete(['avatars/u/avatar.png']);
    expect((await ask('/media/avatars/u/avatar.png?w=96&v=2')).status).toBe(404);
  });

  it('answers 304 to who has it, and HEAD', async () => {
    const { headers } = await ask('/media/covers/ab/cover.png', {}, { method: 'HEAD' });
    const etag = headers.get('etag')!;
    expect((await ask('/media/covers/ab/cover.png', { 'If-None-Match': etag })).status).toBe(304);
    expect((await ask('/media/covers/ab/cover.png', { 'If-Match': '"x"' })).status).toBe(412);
    expect((await ask('/media/covers/ab/cover.png?w=96', { 'If-None-Match': etag })).status).toBe(200);
  });

  it('sends as stored what cannot be made smaller', async () => {
    const response = await ask('/media/site/broken.png?w=96');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it.each([
    'audio/ab/secret.png',
    'recordings/secret.png',
    'covers/../audio/ab/secret.png',
    'covers/..%2Faudio%2Fab%2Fsecret.png',
    'covers/%2e%2e/audio/ab/secret.png',
    'covers/none.png',
    'covers/ab',
    'covers/',
    '',
    'site/page.html',
    'site/drawing.svg',
    'site/.hidden.png',
    'site/a%00.png',
  ])('SEC-02: has no %j', async (key) => {
    const response = await ask(`/media/${key}`);
    expect(response.status).toBe(404);
    await response.arrayBuffer();
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
