import { expect, it } from 'vitest';
import { mostAsked } from '#features/cues/model.ts';
import { newId } from '#platform/ids.ts';
import { aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { refusalOf } from '#tests/bytes.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { db, ask } = site;
const path = '/functions/track-cues';
const points = { startMs: 10, introMs: 10, endMs: 900 };

it('A-133: cue points are set and asked for, by subscribers', async () => {
  const track = await aTrack(db, { durationMs: 1000 });
  const cookie = await site.signIn(await aSubscriber(db));
  const json = { cookie, 'content-type': 'application/json' };
  const put = (body: object) => ask(path, json, { method: 'PUT', body: JSON.stringify(body) });
  const set = await put({ track_id: track.id, points });
  expect(await set.json()).toEqual({ savedAt: expect.any(String), replaced: null });
  const asked = await ask(`${path}?ids=${track.id},${newId()}`, { cookie });
  expect(await asked.json()).toEqual({
    [track.id]: expect.objectContaining({ own: { ...points, introMs: null } }),
  });
  expect(await refusalOf(await put({ track_id: newId(), points }))).toEqual([404, 'not-found']);
  expect(await refusalOf(await put({ track_id: track.id, points: { ...points, endMs: 1001 } }))).toEqual([
    400,
    'invalid',
  ]);
  const listener = { cookie: await site.signIn(await aUser(db)) };
  expect((await ask(`${path}?ids=${track.id}`, listener)).status).toBe(403);
});

it.each(['track-cues', 'track-marks'])('/functions/%s takes so many ids and no more', async (name) => {
  const cookie = await site.signIn(await aSubscriber(db));
  const statusOf = async (ids: string[]) =>
    (await ask(`/functions/${name}?ids=${ids.join()}`, { cookie })).status;
  const many = Array.from({ length: mostAsked }, () => newId());
  expect(await statusOf(many)).toBe(200);
  for (const wrong of [[...many, newId()], ['1'], []]) expect(await statusOf(wrong)).toBe(400);
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
