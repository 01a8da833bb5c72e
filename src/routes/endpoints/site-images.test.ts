import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { storedObjects } from '#db/schema/media.ts';
import { anAdmin, aSubscriber, aUser } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const { ask, db, signIn } = await testSite();
const admin = { cookie: await signIn(await anAdmin(db)) };
const send = (body: BodyInit, use = 'category', headers: Record<string, string> = admin) =>
  ask(`/uploads/site-image?use=${use}`, headers, { method: 'POST', body });
const picture = (size = 64) =>
  sharp({ create: { width: size, height: size, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const sentence = async (response: Response) =>
  ((await response.json()) as { error: { message: string } }).error.message;

describe('POST /uploads/site-image', () => {
  it('IMG-03, CEO-01: stores a picture that everybody can then see', async () => {
    const response = await send(await picture());
    expect(response.status).toBe(200);
    const { url } = (await response.json()) as { url: string };
    expect(url).toMatch(/^\/media\/site\//);
    expect((await ask(url)).headers.get('content-type')).toBe('image/png');
  });

  it('ADM-03: is for administrators alone', async () => {
    expect((await send(await picture(), 'category', {})).status).toBe(401);
    for (const one of [await aUser(db), await aSubscriber(db)]) {
      expect((await send(await picture(), 'favicon', { cookie: await signIn(one) })).status).toBe(403);
    }
  });

  it.each([
    ['favicon', 1024 * 1024 + 1, 'O ícone deve ter no máximo 1MB'],
    ['favicon', 6 * 1024 * 1024, 'O ícone deve ter no máximo 1MB'],
    ['category', 6 * 1024 * 1024, 'A imagem deve ter no máximo 5MB.'],
  ])('CEO-02, IMG-04, A-76: a %s of %i bytes is too large', async (use, size, message) => {
    const response = await send(randomBytes(size), use);
    expect(response.status).toBe(413);
    expect(await sentence(response)).toBe(message);
  });

  it.each([
    ['favicon', 'Por favor, selecione uma imagem (PNG, JPG, WEBP)'],
    ['category', 'Por favor, selecione uma imagem válida.'],
  ])('CEO-02: a %s that is no picture is refused and leaves nothing', async (use, message) => {
    const before = await db.$count(storedObjects);
    for (const body of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><script>', '']) {
      const response = await send(body, use);
      expect(response.status).toBe(415);
      expect(await sentence(response)).toContain(message.replace(/\.$/, ''));
    }
    const heic = await send(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), use);
    expect(await sentence(heic), 'S11').toContain('Esta é HEIC (do iPhone)');
    expect(await db.$count(storedObjects)).toBe(before);
  });

  it('a picture for nothing is refused', async () => {
    expect((await send(await picture(), 'outra')).status).toBe(400);
  });
});

describe('calls of the editors', () => {
  const call = (body: unknown, headers: Record<string, string> = admin) =>
    ask(
      '/functions/save-content',
      { ...headers, 'content-type': 'application/json' },
      { method: 'POST', body: JSON.stringify(body) },
    );
  const pricing = (version: number, title: string) => ({
    section: 'pricing',
    version,
    content: { title, subtitle: '' },
  });

  it('ADM-03: are for administrators alone', async () => {
    const listener = { cookie: await signIn(await aSubscriber(db)) };
    expect((await call(pricing(0, 'x'), {})).status).toBe(401);
    expect((await call(pricing(0, 'x'), listener)).status).toBe(403);
    expect((await ask('/functions/content-history?section=hero')).status).toBe(401);
    expect((await ask('/functions/content-history?section=hero', listener)).status).toBe(403);
  });

  it('EDT-05, A-66: 200, then 409 with the other text, 422 for what cannot be saved, 400 for no section', async () => {
    expect((await call(pricing(0, 'Um'))).status).toBe(200);
    const conflict = await call(pricing(0, 'Dois'));
    expect(conflict.status).toBe(409);
    expect(await conflict.json()).toMatchObject({ theirs: { content: { title: 'Um' }, version: 1 } });
    expect((await call(pricing(1, ' '))).status).toBe(422);
    expect((await call({ section: 'outra', version: 0, content: {} })).status).toBe(400);
    const history = await ask('/functions/content-history?section=pricing', admin);
    expect(await history.json()).toMatchObject({ versions: [{ version: 1, content: { title: 'Um' } }] });
  });
});
