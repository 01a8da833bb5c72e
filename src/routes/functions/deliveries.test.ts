import { describe, expect, it } from 'vitest';
import { tracks } from '#db/schema/catalog.ts';
import { makeDelivery } from '#features/delivery/make-delivery.server.ts';
import { mostTracks } from '#features/delivery/model.ts';
import { newId } from '#platform/ids.ts';
import { aPackage, aSubscriber, aTrack } from '#tests/builders.ts';
import { aStoredTrack } from '#tests/bytes.ts';
import { testSite } from '#tests/site.ts';
import { anMp3 } from '#tests/sounds.ts';
import { unzip } from '#tests/zip.ts';

const site = await testSite();
const { app, db, ask } = site;
// The test itself does what the job would do.
Object.assign(app, { jobs: { send: async () => {} } });
const cookie = await site.signIn(await aSubscriber(db));
/** Every field of a recipe, as the contract of the call names them. */
const recipe = {
  format: 'original',
  lufs: null,
  trim: false,
  lengthS: null,
  names: '{ordem} {titulo}',
  tags: true,
  lists: ['m3u8'],
  folder: '/radio',
};

async function order(json: object) {
  const answer = await ask(
    '/functions/deliveries',
    { cookie, 'content-type': 'application/json' },
    { method: 'POST', body: JSON.stringify(json) },
  );
  const body = (await answer.json()) as { id: string; status: string; error?: { message: string } };
  return { code: answer.status, body };
}
const read = async (id: string) => (await ask(`/functions/deliveries/${id}`, { cookie })).json();

describe('POST and GET /functions/deliveries', () => {
  it('orders tracks in the order of the call, tells how far they are, and gives the ZIP', async () => {
    const { id: packageId } = await aPackage(db, { kind: 'trilhas' });
    const [first, second] = [
      await aStoredTrack(site, anMp3('um'), { packageId, name: 'Um.mp3' }),
      await aStoredTrack(site, anMp3('dois'), { packageId, name: 'Dois.mp3' }),
    ];
    const { code, body } = await order({ trackIds: [second.id, first.id, second.id], recipe });
    expect([code, body]).toEqual([202, { id: expect.any(String), status: 'waiting' }]);
    expect(await read(body.id)).toEqual({ status: 'waiting', done: 0, total: 2, url: null });
    const stranger = { cookie: await site.signIn(await aSubscriber(db)) };
    expect((await ask(`/functions/deliveries/${body.id}`, stranger)).status).toBe(404);
    await makeDelivery(app, body.id, new AbortController().signal);
    const ready = (await read(body.id)) as { url: string };
    expect(ready).toEqual({ status: 'ready', done: 2, total: 2, url: expect.any(String) });
    const zip = await ask(ready.url, { cookie });
    expect(zip.headers.get('content-disposition')).toContain('"Dois_e_mais_1.zip"');
    const files = await unzip(Buffer.from(await zip.arrayBuffer()));
    expect([...files.keys()]).toEqual([
      'LICENCA.pdf',
      'LICENCA.txt',
      'Dois_e_mais_1.m3u8',
      '01 Dois.mp3',
      '02 Um.mp3',
    ]);
    expect(files.get('Dois_e_mais_1.m3u8')!.toString()).toContain('\r\n/radio/02 Um.mp3\r\n');
  });

  it('takes every null of a recipe: lists then name the files beside them, and one track gives its own name', async () => {
    const { id: packageId } = await aPackage(db, { kind: 'trilhas' });
    const track = await aStoredTrack(site, anMp3('so'), { packageId, name: 'Só.mp3' });
    const nothing = { lufs: null, trim: false, lengthS: null, names: null, folder: null };
    const { body } = await order({ trackIds: [track.id], recipe: { ...recipe, ...nothing, lists: ['pls'] } });
    await makeDelivery(app, body.id, new AbortController().signal);
    const zip = await ask(`/preparar/${body.id}/zip`, { cookie });
    const files = await unzip(Buffer.from(await zip.arrayBuffer()));
    expect(files.get('So.pls')!.toString()).toContain('File1=01 Só.mp3\r\n');
  });

  it('says what is missing in a sentence', async () => {
    const said = async (json: object) => (await order(json)).body.error!.message;
    expect(await said({ trackIds: [newId()] })).toMatch(/^Informe a receita/);
    expect(await said({ trackIds: [newId()], recipe: { ...recipe, format: 'ogg' } })).toContain('mp3-320');
    expect(await said({ trackIds: [newId()], recipe: { ...recipe, lists: ['xspf'] } })).toContain('m3u8');
    expect(await said({ trackIds: ['1'], recipe })).toMatch(/^Informe a faixa/);
    expect(await said({ recipe })).toMatch(/^Informe a faixa/);
  });

  it('refuses what is out of bounds, and a package of more tracks than a delivery has', async () => {
    const { id: packageId } = await aPackage(db, { kind: 'trilhas' });
    const track = await aTrack(db, { packageId });
    const asked = (changed: object) => order({ trackIds: [track.id], recipe: { ...recipe, ...changed } });
    for (const changed of [
      { format: 'exe' },
      { lufs: -8 },
      { lengthS: 601 },
      { names: 'x'.repeat(101) },
      { names: '{artista}' },
      { folder: 'C:\\nul' },
      { lists: ['lst', 'lst', 'lst', 'lst', 'lst'] },
    ])
      expect((await asked(changed)).code, JSON.stringify(changed)).toBe(400);
    const ids = Array.from({ length: mostTracks + 1 }, () => newId());
    expect(await order({ trackIds: ids, recipe })).toMatchObject({
      code: 400,
      body: { error: { message: expect.stringContaining('até 500 faixas') } },
    });
    const others = ids.map((id) => ({ ...track, id, contentHash: id, storageKey: id }));
    await db.insert(tracks).values(others.slice(0, mostTracks - 1));
    expect((await order({ packageId, recipe })).code, 'as many as there may be').toBe(202);
    await db.insert(tracks).values(others.slice(-1));
    const { code, body } = await order({ packageId, recipe });
    expect([code, body.error?.message]).toEqual([422, expect.stringContaining('até 500 faixas')]);
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
