import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { aUser } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const { ask, db, signIn, clock } = await testSite();
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const send = async (cookie: string, body: BodyInit) => {
  const response = await ask('/uploads/avatar', { cookie }, { method: 'POST', body });
  const { error } = (await response.json()) as { error?: { message: string } };
  return { status: response.status, message: error?.message, after: response.headers.get('retry-after') };
};

describe('POST /uploads/avatar', () => {
  it('A.2: a picture of more pixels than an avatar needs is refused', async () => {
    const cookie = await signIn(await aUser(db));
    expect(await send(cookie, await picture(7000, 7000))).toMatchObject({
      status: 422,
      message: 'A imagem tem dimensões grandes demais.',
    });
  });

  it('A.2: twenty pictures in an hour are enough for an account; another is not held up', async () => {
    const cookie = await signIn(await aUser(db));
    const small = await picture(8, 8);
    for (let sent = 0; sent < 20; sent++)
      expect((await send(cookie, sent % 2 ? small : 'no picture')).status).toBe(sent % 2 ? 200 : 415);
    const refused = await send(cookie, small);
    expect(refused).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Muitas tentativas\. Tente novamente em/),
    });
    expect(Number(refused.after)).toBeGreaterThan(3500);
    expect((await send(await signIn(await aUser(db)), small)).status).toBe(200);
    clock.advance(3601);
    expect((await send(cookie, small)).status).toBe(200);
  });
});
