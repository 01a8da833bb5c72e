import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { anAdmin } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';

const site = await wholeSite();

/** Sends a path exactly as written; fetch would normalise it. */
const askRaw = (path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    request({ hostname, port, path, headers: { 'User-Agent': 'Mozilla/5.0' } }, async (answer) =>
      resolve({ status: answer.statusCode!, body: String(await buffer(answer)) }),
    )
      .on('error', reject)
      .end();
  });

it.each(['//%5c', '//outro.site/x'])(
  'NAV-22: %s is a page that is not there, and names no other site',
  async (path) => {
    const { status, body } = await askRaw(path);
    expect(status).toBe(404);
    expect(/og:url" content="([^"]*)"/.exec(body)?.[1]).toMatch(`${site.app.settings.PUBLIC_URL}/`);
  },
);

it('a file name that cannot be read is refused, and is no fault of ours', async () => {
  const headers = { Cookie: await site.signIn(await anAdmin(site.app.db)), 'X-File-Name': '%E0%A4%A' };
  const answer = await site.ask(`/uploads/recordings/${newId()}`, { method: 'POST', headers, body: 'ID3' });
  expect(answer.status).toBe(400);
});

it.each(['/auth', '/auth/recuperar', '/auth/nova-senha', '/email-confirmed'])(
  'a form at %s whose field would become a list is refused on a page',
  async (path) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await site.ask(path, { method: 'POST', headers, body: 'email[9999999]=x' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('O formulário enviado não pode ser lido.');
  },
);
