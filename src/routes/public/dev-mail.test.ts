import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { RouterContextProvider } from 'react-router';
import { afterAll, expect, it } from 'vitest';
import { openMailer } from '#platform/mail.server.ts';
import { type App, appContext } from '#routes/app.server.ts';
import { loader } from './dev-mail.tsx';

const folder = mkdtempSync(join(tmpdir(), 'dev-mail-'));
afterAll(() => rmSync(folder, { recursive: true }));
const here = {
  DATA_DIR: folder,
  SMTP_URL: undefined as string | undefined,
  PUBLIC_URL: 'http://localhost:3000',
  MAIL_FROM: 'Sonoteca <a@b.com>',
};
await openMailer(here, pino({ level: 'silent' })).send({
  to: 'a@b.com',
  subject: 'Oi',
  html: '<a href="http://localhost:3000/x">x</a>',
  text: 'http://localhost:3000/x',
});

const local = { host: 'localhost:3000', 'x-client-address': '127.0.0.1' };

async function open(headers: Record<string, string>, settings: Partial<typeof here> = {}, query = '') {
  const context = new RouterContextProvider();
  context.set(appContext, { settings: { ...here, ...settings } } as unknown as App);
  const request = new Request(`http://localhost:3000/dev/mail${query}`, { headers });
  const url = new URL(request.url);
  return loader({ context, request, url, params: {} } as unknown as Parameters<typeof loader>[0]);
}

it('shows the kept mails to the machine itself', async () => {
  const { data } = await open(local);
  expect(data.list).toMatchObject([{ to: 'a@b.com', subject: 'Oi' }]);
  const opened = await open(local, {}, `?id=${data.list[0]!.id}`);
  expect(opened.data.open?.links).toEqual(['http://localhost:3000/x']);
  expect((await open(local, {}, '?id=../../etc/passwd')).data.open).toBeNull();
  for (const address of ['::1', '::ffff:127.0.0.1']) {
    await expect(open({ ...local, 'x-client-address': address })).resolves.toBeDefined();
  }
});

it.each([
  ['another machine', { ...local, 'x-client-address': '192.168.0.7' }, {}],
  ['an unknown machine', { host: 'localhost:3000' }, {}],
  ['a proxy', { ...local, 'x-forwarded-for': '127.0.0.1' }, {}],
  ['another proxy', { ...local, forwarded: 'for=127.0.0.1' }, {}],
  ['another name of this machine', { ...local, host: 'evil.test' }, {}],
  ['a name that only begins like it', { ...local, host: 'localhost.evil.test' }, {}],
  ['a public site', local, { PUBLIC_URL: 'https://radio.com' }],
  ['a site with a mail server', local, { SMTP_URL: 'smtp://mail' }],
])('does not exist for %s', async (_, headers, settings) => {
  await expect(open(headers as Record<string, string>, settings)).rejects.toMatchObject({
    kind: 'not-found',
  });
});
