import { afterAll, describe, expect, it } from 'vitest';
import { importJobs } from '#features/ingestion/import-jobs.server.ts';
import { syncPackage } from '#features/ingestion/start-import.server.ts';
import { anAdmin, aPackage, aSubscriber } from '#tests/builders.ts';
import { fakeDrive } from '#tests/fakes/drive.ts';
import { HandQueue } from '#tests/imports.ts';
import { matrix } from '#tests/matrix.ts';
import { missingProgram } from '#tests/programs.ts';
import { anMp3, aWav } from '#tests/sounds.ts';
import { wholeSite } from '#tests/whole-site.ts';

const fake = await fakeDrive();
const site = await wholeSite(fake.settings);
const { app, ask, signIn } = site;
const { db } = app;
const admin = await anAdmin(db);
const subscriber = await aSubscriber(db);

const folder = fake.tree.folder('Segredos do acervo');
const files = [
  fake.tree.file('Samba de abertura.mp3', folder, anMp3('samba', 3)),
  fake.tree.file('Tom sem perdas.wav', folder, aWav(440, 3)),
];
const pack = await aPackage(db, {
  title: 'Pacote que veio do Drive',
  isFeatured: true,
  googleDriveUrl: `${fake.linkOf(folder)}?resourcekey=0-chavesecreta`,
});
const queue = new HandQueue();
const deps = { ...app, jobs: queue };
await syncPackage(deps, admin, pack.id);
await queue.drain(importJobs(deps));
const cookie = await signIn(subscriber);
const headers = { Cookie: cookie };
const body = (value: unknown) => ({
  method: 'POST',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
let isClosed = false;
const unplug = async () => {
  if (!isClosed) await fake.close();
  isClosed = true;
};
afterAll(unplug);

interface Track {
  id: string;
  name: string;
  isDownloadable?: boolean;
}
const queueOf = async () =>
  ((await (await ask(`/package/${pack.id}/queue`, { headers })).json()) as { tracks: Track[] }).tracks;

const secrets = [
  folder,
  ...files,
  'chavesecreta',
  'drive.google.com',
  'google_drive',
  'googleDrive',
  'driveFileId',
];

describe('PKG-18: nothing of Drive reaches a subscriber', () => {
  const pages = matrix
    .filter(({ call, node }) => call.startsWith('GET /') && !node && !/events|progress|dev\//.test(call))
    .map(
      (row) =>
        row.at?.({
          packageId: pack.id,
          trackId: '',
          checkoutId: 'x',
          customerId: 'x',
          requestId: 'x',
          importId: 'x',
          projectId: 'x',
          licenceId: 'x',
          userId: 'x',
          deliveryId: 'x',
        }) ?? row.call.slice(4),
    );

  it.each([...pages, '/search?q=samba', '/category/trilhas/all', `/library/packages?kind=trilhas&q=drive`])(
    '%s',
    async (path) => {
      for (const address of [
        path,
        `${path.split('?')[0]}.data${path.includes('?') ? `?${path.split('?')[1]}` : ''}`,
      ]) {
        const response = await ask(address, { headers });
        const text = await response.text();
        const told = JSON.stringify([...response.headers]) + text;
        expect(
          secrets.filter((secret) => told.includes(secret)),
          address,
        ).toEqual([]);
      }
    },
  );

  it('nor by the calls that hand out sound', async () => {
    const tracks = await queueOf();
    expect(tracks).toHaveLength(2);
    const answers = [JSON.stringify(tracks)];
    for (const { id } of tracks) {
      const response = await ask('/functions/audio-proxy', body({ trackId: id }));
      answers.push(await response.text(), JSON.stringify([...response.headers]));
    }
    expect(secrets.filter((secret) => answers.join().includes(secret))).toEqual([]);
  });

  it('an administrator sees the link where the package is edited', async () => {
    const page = await ask(`/admin/manage-packages?editar=${pack.id}`, {
      headers: { Cookie: await signIn(admin) },
    });
    expect(await page.text()).toContain(folder);
  });
});

describe('SEC-03: sound is given by our own ids only', () => {
  it.each([() => files[0]!, () => folder, () => 'qualquer-id-do-drive'])(
    '%#: a Drive id is refused',
    async (id) => {
      expect((await ask('/functions/audio-proxy', body({ fileId: id() }))).status).toBe(404);
      expect((await ask(`/audio/${id()}`, { headers })).status).toBe(404);
    },
  );

  it('a track of a package that is not active is refused', async () => {
    const hidden = await aPackage(db, { googleDriveUrl: fake.linkOf(folder), isActive: false });
    await syncPackage(deps, admin, hidden.id);
    await queue.drain(importJobs(deps));
    const [track] = (await db.query.tracks.findMany()).filter(({ packageId }) => packageId === hidden.id);
    expect((await ask('/functions/audio-proxy', body({ fileId: track!.id }))).status).toBe(404);
    expect((await ask(`/audio/${track!.id}`, { headers })).status).toBe(404);
  });
});

describe('PKG-19: with Drive out of reach', () => {
  it.skipIf(missingProgram('ffmpeg'))(
    'packages are listed, play, and are downloaded; heavy originals are heard as small MP3s',
    async () => {
      await unplug();
      await expect(app.drive.find(folder, null)).rejects.toMatchObject({ reason: 'unreachable' });
      expect((await ask('/library', { headers })).status).toBe(200);
      expect((await ask(`/package/${pack.id}`, { headers })).status).toBe(200);
      const tracks = await queueOf();
      for (const { id, name } of tracks) {
        const heard = await ask(`/audio/${id}`, { headers: { ...headers, Range: 'bytes=0-99' } });
        expect(heard.status).toBe(206);
        expect(heard.headers.get('content-type')).toBe('audio/mpeg');
        const fetched = await ask(`/audio/${id}?download=true`, { headers });
        const original = name.endsWith('.wav') ? aWav(440, 3) : anMp3('samba', 3);
        expect(Buffer.from(await fetched.arrayBuffer()).equals(original)).toBe(true);
        expect(fetched.headers.get('content-type')).toBe(name.endsWith('.wav') ? 'audio/wav' : 'audio/mpeg');
      }
      const zip = await ask(`/package/${pack.id}/zip`, { headers });
      expect(zip.status).toBe(200);
      expect((await zip.arrayBuffer()).byteLength).toBeGreaterThan(aWav(440, 3).length);
    },
  );

  it('PKG-17, A-110: administrators read Erro na integração where they import, listeners nowhere', async () => {
    await unplug();
    const words = ['Erro na integração', 'Falha na comunicação com o Google Drive.'];
    const started = await syncPackage(deps, admin, pack.id);
    await queue.drain(importJobs(deps));
    const { importId } = started as { importId: string };
    const page = await ask(`/admin/importacoes/${importId}`, { headers: { Cookie: await signIn(admin) } });
    const told = await page.text();
    for (const each of words) expect(told).toContain(each);
    for (const path of [`/package/${pack.id}`, '/library', '/category/trilhas']) {
      const text = await (await ask(path, { headers })).text();
      for (const each of words) expect(text, path).not.toContain(each);
    }
  });
});
