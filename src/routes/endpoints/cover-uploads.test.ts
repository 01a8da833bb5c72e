import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { anAdmin } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const Cookie = await site.signIn(await anAdmin(site.db));

async function files(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of site.storage.list('')) keys.push(key);
  return keys;
}

describe('covers before their package is saved', () => {
  const send = (body: Uint8Array) =>
    site.ask('/uploads/covers', { Cookie }, { method: 'POST', body: Buffer.from(body) });
  const said = async (answer: Response) => {
    const { error } = (await answer.json()) as { error?: { message: string } };
    return [answer.status, error?.message];
  };

  it('PKM-14, A-29: what is no picture or too large is refused in words', async () => {
    const invalid = [415, 'Por favor, selecione uma imagem válida.'];
    const named = (name: string) => [415, `${invalid[1]} Esta é ${name}: envie PNG, JPG, WEBP ou GIF.`];
    expect(await said(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toEqual(
      named('SVG'),
    );
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    expect(await said(await send(heic)), 'S11').toEqual(named('HEIC (do iPhone)'));
    expect(await said(await send(Buffer.from('<!doctype html>')))).toEqual(invalid);
    const picture = await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await said(await send(picture.subarray(0, 20)))).toEqual(invalid);
    const limit = [413, 'A imagem deve ter no máximo 5MB.'];
    expect(await said(await send(Buffer.concat([picture, Buffer.alloc(6 * 1024 * 1024)])))).toEqual(limit);
    const wide = await sharp({ create: { width: 50_000, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect((await said(await send(wide)))[0]).toBe(422);
    expect(await files()).toEqual([]);
  });

  it.each([
    'http://example.com/a.png',
    'javascript:alert(1)',
    'https://127.0.0.1/a.png',
    'https://localhost/a.png',
    'https://[::1]/a.png',
    'https://169.254.169.254/',
  ])('PKM-15, A-68: %s is refused', async (url) => {
    const headers = { Cookie, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url });
    const answer = await site.ask('/uploads/covers/address', headers, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await files()).toEqual([]);
  });

  it('a picture is taken', async () => {
    const picture = sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } });
    expect((await send(await picture.png().toBuffer())).status).toBe(200);
    expect(await files()).toHaveLength(1);
  });
});
