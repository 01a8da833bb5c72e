import { describe, expect, it } from 'vitest';
import { deliveryFiles } from '#db/schema/delivery.ts';
import { makeDelivery } from '#features/delivery/make-delivery.server.ts';
import { mostTracks } from '#features/delivery/model.ts';
import { newId } from '#platform/ids.ts';
import { aPackage, aSubscriber, aTrack } from '#tests/builders.ts';
import { aStoredTrack } from '#tests/bytes.ts';
import { testSite } from '#tests/site.ts';
import { anMp3 } from '#tests/sounds.ts';
import { openZip } from '#tests/zip.ts';

const site = await testSite();
const { app, db, ask } = site;
const cookie = await site.signIn(await aSubscriber(db));
const recipe = { format: 'original', names: '{ordem} {titulo}', lists: ['m3u8'], folder: '/radio' };

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
    await makeDelivery(app, body.id, new AbortController().signal);
    const ready = (await read(body.id)) as { url: string };
    expect(ready).toEqual({ status: 'ready', done: 2, total: 2, url: expect.any(String) });
    const zip = await ask(ready.url, { cookie });
    expect(zip.headers.get('content-disposition')).toContain('"Dois_e_mais_1.zip"');
    const bytes = Buffer.from(await zip.arrayBuffer());
    const { entries } = await openZip(bytes.length, (start, end) => bytes.subarray(start, end));
    expect(entries.map(({ fileName }) => fileName)).toEqual([
      'LICENCA.pdf',
      'LICENCA.txt',
      'Dois_e_mais_1.m3u8',
      '01 Dois.mp3',
      '02 Um.mp3',
    ]);
  });

  it('refuses what is out of bounds, and a package of more tracks than a delivery has', async () => {
    const { id: packageId } = await aPackage(db, { kind: 'trilhas' });
    const { id: trackId } = await aTrack(db, {
      packageId,
      mime: 'audio/mpeg',
      storageKey: 'a',
      contentHash: 'a',
    });
    const asked = (changed: object) => order({ trackIds: [trackId], recipe: { ...recipe, ...changed } });
    for (const changed of [
      { format: 'exe' },
      { lufs: -8 },
      { lengthS: 601 },
      { names: 'x'.repeat(101) },
      { names: '{artista}' },
      { folder: 'C:\\nul' },
      { folder: null },
      { lists: ['lst', 'lst', 'lst', 'lst', 'lst'] },
    ])
      expect((await asked(changed)).code, JSON.stringify(changed)).toBe(400);
    const ids = Array.from({ length: mostTracks + 1 }, () => newId());
    expect((await order({ trackIds: ids, recipe })).code).toBe(400);
    for (const id of ids.slice(1))
      await aTrack(db, { id, packageId, mime: 'audio/mpeg', storageKey: id, contentHash: id });
    expect((await order({ packageId, recipe })).code, 'as many as there may be').toBe(202);
    await aTrack(db, { packageId, mime: 'audio/mpeg', storageKey: 'b', contentHash: 'b' });
    const { code, body } = await order({ packageId, recipe });
    expect([code, body.error?.message]).toEqual([422, expect.stringContaining('até 500 faixas')]);
    expect(await db.$count(deliveryFiles)).toBe(mostTracks + 2);
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
