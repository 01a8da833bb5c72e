import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { pageContent } from '#db/schema/site.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { isInnerAddress } from '#platform/http/outside.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { anAdmin } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { saveFromEditor } from '../save-from-editor.server.ts';
import { bringPicturesHome } from '../take-pictures.server.ts';

const { db, bus } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-outside-'));
const storage = await openDiskStorage({ DATA_DIR: folder });
const ana = await anAdmin(db);
const now = new Date('2026-11-21T12:00:00Z');
const picture = await sharp({ create: { width: 32, height: 18, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

const fixture = (name: string) => readFileSync(new URL(`../../../../tests/fakes/${name}`, import.meta.url));
const ca = fixture('localhost-cert.pem').toString();
let asked = 0;
const server = createServer({ key: fixture('localhost-key.pem'), cert: ca }, (req, res) => {
  asked += 1;
  if (req.url === '/imagem.png') res.end(picture);
  else if (req.url === '/pagina.png') res.end('<svg onload="alert(1)"></svg>');
  else if (req.url === '/grande.png') res.end(Buffer.alloc(1024 * 1024 + 1));
  else res.writeHead(404).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const host = `https://localhost:${(server.address() as AddressInfo).port}`;
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await db.delete(pageContent);
  asked = 0;
});

const settings = { STORAGE_QUOTA_BYTES: 10_000_000 };
/** As in production, except for the test's own machine. */
const isForbidden = (ip: string) => ip !== '127.0.0.1' && ip !== '::1' && isInnerAddress(ip);
const save = (section: 'category_images' | 'site_settings', version: number, content: object, ours = true) =>
  saveFromEditor(
    { db, bus, storage, settings },
    ana,
    { section, version, content },
    now,
    ours ? { ca, isForbidden } : { ca },
  );

describe('a picture that content names by https', () => {
  it('A-68: is fetched once, and the page names our own copy', async () => {
    const answer = await save('category_images', 0, { jingles: `${host}/imagem.png` });
    expect(answer).toMatchObject({ ok: true, stored: { version: 1 } });
    const { jingles } = (answer.ok && answer.stored.content) as { jingles: string };
    expect(jingles).toMatch(/^\/media\/site\/[0-9a-f]{2}\/[0-9a-f]{64}\.png$/);
    expect(await storage.stat(jingles.slice('/media/'.length))).not.toBeNull();
    expect(asked).toBe(1);
    await save('category_images', 1, { jingles, soundtracks: jingles });
    expect(asked, 'what is ours is not fetched').toBe(1);
  });

  it.each([
    ['/nada.png', 'jingles', 'Não foi possível buscar a imagem neste endereço.'],
    [
      '/pagina.png',
      'jingles',
      'Por favor, selecione uma imagem válida. Esta é SVG: envie PNG, JPG, WEBP ou GIF.',
    ],
    ['/grande.png', 'favicon', 'O ícone deve ter no máximo 1MB'],
  ])('A-68: %s cannot be had, is told at its field, and nothing is saved', async (path, field, sentence) => {
    const section = field === 'favicon' ? 'site_settings' : 'category_images';
    const answer = await save(section, 0, { [field]: host + path });
    expect(answer).toEqual({ ok: false, reason: 'invalid', issues: { [field]: sentence } });
    expect(await db.select().from(pageContent)).toEqual([]);
  });

  it('A-71: inside our own network nothing is asked', async () => {
    const answer = await save('category_images', 0, { jingles: `${host}/imagem.png` }, false);
    expect(answer).toMatchObject({ issues: { jingles: 'Este endereço não é público e foi recusado.' } });
    expect(asked).toBe(0);
  });

  it('A-66: somebody who comes too late makes nobody fetch', async () => {
    await save('category_images', 0, { jingles: `${host}/imagem.png` });
    const late = await save('category_images', 0, { jingles: `${host}/imagem.png` });
    expect(late).toMatchObject({ ok: false, reason: 'changed-meanwhile' });
    expect(asked).toBe(1);
  });
});

describe('a picture that stored content still names by https', () => {
  const deps = { db, bus, storage, settings };
  const site = { db, bus, log: pino({ level: 'silent' }), settings: {} };
  const store = (sectionName: string, content: object) =>
    db.insert(pageContent).values({ sectionName, content, version: 4, updatedBy: ana.userId });
  const read = async (section: string) =>
    (await db.select().from(pageContent).where(eq(pageContent.sectionName, section)))[0]!;

  it('A-68: comes into our store, and nobody is said to have edited the section', async () => {
    await store('category_images', {
      jingles: `${host}/imagem.png`,
      soundtracks: `${host}/nada.png`,
      'sound-effects': '/media/site/ab/nosso.png',
    });
    await store('site_settings', { favicon: `${host}/imagem.png`, description: 'Minha rádio', keywords: '' });
    await getSiteContent(site);
    const outcome = await bringPicturesHome(deps, { ca, isForbidden });
    expect(outcome).toEqual({
      taken: ['category_images.jingles', 'site_settings.favicon'],
      lost: ['category_images.soundtracks'],
    });
    const ours = /^\/media\/site\/[0-9a-f]{2}\/[0-9a-f]{64}\.png$/;
    expect(await read('category_images')).toMatchObject({
      version: 4,
      content: {
        jingles: expect.stringMatching(ours),
        soundtracks: `${host}/nada.png`,
        'sound-effects': '/media/site/ab/nosso.png',
      },
    });
    const { site_settings: shown } = await getSiteContent(site);
    expect(shown).toMatchObject({ favicon: expect.stringMatching(ours), description: 'Minha rádio' });
    expect(await storage.stat(shown.favicon.slice('/media/'.length))).not.toBeNull();
    expect(asked).toBe(3);
    expect(await bringPicturesHome(deps, { ca, isForbidden })).toEqual({
      taken: [],
      lost: ['category_images.soundtracks'],
    });
    expect(asked, 'what is ours is not fetched again').toBe(4);
  });

  it('A-71: inside our own network nothing is asked', async () => {
    await store('category_images', { jingles: `${host}/imagem.png` });
    expect(await bringPicturesHome(deps, { ca })).toMatchObject({ lost: ['category_images.jingles'] });
    expect(asked).toBe(0);
  });
});
