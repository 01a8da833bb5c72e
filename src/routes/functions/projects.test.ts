import { describe, expect, it } from 'vitest';
import { aPackageWithTracks, aSubscriber } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();

/** Calls of one subscriber, and the tracks of a package. */
async function aCaller() {
  const owner = await aSubscriber(site.db);
  const cookie = await site.signIn(owner);
  const { pack, tracks } = await aPackageWithTracks(site.db, 3);
  const call = async (method: string, path: string, body?: object) => {
    const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await site.ask(
      `/functions/projects${path}`,
      { cookie, ...sent?.headers },
      { method, body: sent?.body },
    );
    return [answer.status, await answer.json()] as const;
  };
  return { call, packageId: pack.id, trackIds: tracks.map(({ id }) => id) };
}

describe('/functions/projects', () => {
  it('starts a project, fills it, sets its order and takes a track out', async () => {
    const { call, trackIds } = await aCaller();
    const [status, { id }] = await call('POST', '', { title: 'Natal' });
    expect(status).toBe(201);
    expect(await call('POST', `/${id}/tracks`, { trackIds })).toEqual([
      200,
      { id, added: trackIds, already: 0 },
    ]);
    expect(await call('PATCH', `/${id}/tracks`, { trackIds: trackIds.toReversed() })).toEqual([
      200,
      { ok: true },
    ]);
    const removed = trackIds.slice(0, 1);
    expect(await call('DELETE', `/${id}/tracks`, { trackIds: removed })).toEqual([200, { removed }]);
    expect(await call('GET', `?tracks=${trackIds.join()}`)).toEqual([
      200,
      { projects: [{ id, title: 'Natal', trackCount: 2, holds: 2 }], asked: 3 },
    ]);
  });

  it('starts one with a whole package, and takes it to the archive and the bin only when told so', async () => {
    const { call, packageId, trackIds } = await aCaller();
    const [, { id, added }] = await call('POST', '', { title: 'Natal', packageId });
    expect(added).toEqual(trackIds);
    const isAtWork = async () => (await call('GET', ''))[1].projects.length === 1;
    await call('PUT', `/${id}`, { isArchived: true });
    expect(await isAtWork()).toBe(false);
    const [status, { error }] = await call('PUT', `/${id}`, {});
    expect([status, error.message]).toEqual([400, expect.stringContaining('arquivo')]);
    expect(await isAtWork(), 'a call that says nothing changes nothing').toBe(false);
    await call('PUT', `/${id}`, { isArchived: false });
    await call('PUT', `/${id}`, { isDeleted: true });
    expect(await isAtWork()).toBe(false);
    await call('PUT', `/${id}`, { isDeleted: false });
    expect(await isAtWork()).toBe(true);
  });
});
