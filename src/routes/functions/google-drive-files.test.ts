import { afterAll, expect, it } from 'vitest';
import { anAdmin, aSubscriber, aUser } from '#tests/builders.ts';
import { fakeDrive } from '#tests/fakes/drive.ts';
import { testSite } from '#tests/site.ts';
import { anMp3 } from '#tests/sounds.ts';

const fake = await fakeDrive({ pageLimit: 100 });
afterAll(() => fake.close());
const site = await testSite(fake.settings);
const admin = await site.signIn(await anAdmin(site.db));

const ask = (googleDriveUrl: unknown, cookie?: string) =>
  site.ask(
    '/functions/google-drive-files',
    { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) },
    { method: 'POST', body: JSON.stringify({ googleDriveUrl }) },
  );

const folder = fake.tree.folder('Vinhetas');
fake.tree.file('B.mp3', folder, anMp3('b'));
fake.tree.file('A.mp3', folder, anMp3('a'));
fake.tree.document('Roteiro', folder);

it.each([
  `https://drive.google.com/drive/folders/${folder}`,
  `https://drive.google.com/drive/folders/${folder}?usp=sharing`,
  `https://drive.google.com/drive/u/0/folders/${folder}`,
  `https://drive.google.com/open?id=${folder}`,
  `https://drive.google.com/drive/u/1/folders/${folder}?resourcekey=0-abcdefghij`,
])('lists the audio of %s for administrators', async (url) => {
  const response = await ask(url, admin);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    audioFiles: [
      { id: expect.any(String), name: 'A.mp3', size: String(anMp3('a').length) },
      { id: expect.any(String), name: 'B.mp3', size: String(anMp3('b').length) },
    ],
  });
});

it('CRP-10: lists 250 files over several pages', async () => {
  const big = fake.tree.folder('Muitas');
  for (let n = 0; n < 250; n++) fake.tree.file(`${n}.mp3`, big, Buffer.from('ID3'));
  const { audioFiles } = (await (await ask(fake.linkOf(big), admin)).json()) as { audioFiles: unknown[] };
  expect(audioFiles).toHaveLength(250);
});

it('SEC-04: is refused to all but administrators, before anything is asked of Drive', async () => {
  const before = fake.calls.length;
  const listener = await site.signIn(await aUser(site.db));
  const subscriber = await site.signIn(await aSubscriber(site.db));
  expect((await ask(fake.linkOf(folder))).status).toBe(401);
  expect((await ask(fake.linkOf(folder), listener)).status).toBe(403);
  expect((await ask(fake.linkOf(folder), subscriber)).status).toBe(403);
  expect(fake.calls).toHaveLength(before);
});

it.each([
  'https://evil.test/?x=drive.google.com',
  'http://drive.google.com.evil.test/drive/folders/abcdefghijkl',
  'https://drive.google.com.evil.test/drive/folders/abcdefghijkl',
  'https://evil.test/drive.google.com/drive/folders/abcdefghijkl',
  'https://drive.google.com@evil.test/drive/folders/abcdefghijkl',
  'http://drive.google.com/drive/folders/abcdefghijkl',
  'https://drive.google.com/drive/folders/../../etc',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '',
  null,
  42,
])('CRP-04: %s is refused and no call goes out', async (url) => {
  const before = fake.calls.length;
  const response = await ask(url, admin);
  expect(response.status).toBe(400);
  expect(((await response.json()) as { error: { message: string } }).error.message).toContain('Google Drive');
  expect(fake.calls).toHaveLength(before);
});

it('CRP-04: whatever the address, only Drive’s own interface is called, and only with an id', () => {
  expect(fake.calls.length).toBeGreaterThan(0);
  for (const { url } of fake.calls) expect(new URL(url).pathname).toMatch(/^\/drive\/v3\/files(\/[\w-]+)?$/);
});

it.each([
  [{ status: 403, reason: 'downloadQuotaExceeded' }, 503],
  [{ status: 404, reason: 'notFound' }, 404],
  [{ status: 403, reason: 'insufficientFilePermissions' }, 422],
  [{ html: true } as const, 503],
])('CRP-10: %o becomes a sentence with status %d', async (fault, status) => {
  fake.fail('list', fault, { times: 9 });
  const response = await ask(fake.linkOf(folder), admin);
  fake.heal();
  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: { message: string } }).error.message).toContain('Google Drive');
});
