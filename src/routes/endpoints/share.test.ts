import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sharePathOf } from '#features/site/sharing.server.ts';
import { aPackage } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { db } = site;

const pictureOf = (path: string) => sharePathOf(site.app, site.app.settings.SITE_NAME, path);

it('each public page has a picture of its own, which is kept forever', async () => {
  const paths = ['/', '/licenca', '/termos', '/privacidade'];
  const pictures = await Promise.all(paths.map(pictureOf));
  expect(new Set(pictures).size).toBe(paths.length);
  const answer = await site.ask(pictures[1] ?? '');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
  expect((await site.ask('/compartilhar/licenca-000000000000.png')).status).toBe(404);
});

it('an address for subscribers shows its kind and no more', async () => {
  const pack = await aPackage(db, { kind: 'efeitos-sonoros', title: 'Porta Secreta' });
  expect(await pictureOf(`/package/${pack.id}?track=1`)).toMatch(/^\/compartilhar\/efeitos-sonoros-/);
  expect(await pictureOf('/category/trilhas/all?c=1')).toMatch(/^\/compartilhar\/trilhas-/);
  for (const unknown of ['/package/nada', '/category/xyz', '//evil', '/favorites'])
    expect(await pictureOf(unknown)).toMatch(/^\/compartilhar\/inicio-/);
});
