import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { getStorageStats } from '#features/media/usage/queries.server.ts';
import { AppError } from '#platform/errors.ts';
import { aUser } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const { ask, db, signIn, clock } = await testSite();
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const noise = (side: number) =>
  sharp(
    Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 7919) % 256),
    {
      raw: { width: side, height: side, channels: 3 },
    },
  )
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

describe('OPS-18: the quota of pictures', () => {
  it('refuses what is beyond it, also of those that are sent at once, and lets pictures replace each other', async () => {
    const {
      app,
      db: full,
      ask: askFull,
      signIn: signInFull,
      storage,
    } = await testSite({ STORAGE_QUOTA_BYTES: '1000' });
    const one = await noise(8);
    const most = Math.floor(1000 / one.length);
    const cookies = await Promise.all(
      Array.from({ length: most + 3 }, async () => signInFull(await aUser(full))),
    );
    const place = (cookie: string, body: BodyInit) =>
      askFull('/uploads/avatar', { cookie }, { method: 'POST', body });
    const answers = await Promise.all(cookies.map((cookie) => place(cookie, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
    const refused = answers.filter(({ status }) => status === 413);
    expect(refused).toHaveLength(3);
    expect(await refused[0]?.json()).toMatchObject({
      error: { message: 'O espaço para imagens acabou. Avise quem administra o site.' },
    });
    const { pictures } = await getStorageStats(full, app.settings);
    expect(pictures.used).toBe(most * one.length);
    const owner = cookies[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await place(owner, one)).status).toBe(200);
    // A store that is away books nothing.
    const put = storage.put.bind(storage);
    storage.put = () => Promise.reject(new AppError('unavailable', 'fora'));
    expect((await place(owner, await noise(7))).status).toBe(503);
    storage.put = put;
    expect((await getStorageStats(full, app.settings)).pictures.used).toBe(most * one.length);
  });
});
