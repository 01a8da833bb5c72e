import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { tracks } from '#db/schema/catalog.ts';
import { deliveries, deliveryFiles } from '#db/schema/delivery.ts';
import { licences } from '#db/schema/licences.ts';
import { setCues } from '#features/cues/set-cues.server.ts';
import { historyFilterSchema, listHistory } from '#features/downloads/history-queries.server.ts';
import { saveStation } from '#features/licences/save-station.server.ts';
import { aPackage, aSubscriber } from '#tests/builders.ts';
import { aStoredTrack } from '#tests/bytes.ts';
import { testSite } from '#tests/site.ts';
import { anMp3 } from '#tests/sounds.ts';
import { makeDelivery } from './make-delivery.server.ts';
import type { Source } from './model.ts';
import {
  cancelDelivery,
  forgetDeliveries,
  orderDelivery,
  repeatDelivery,
  retryDelivery,
} from './order-delivery.server.ts';
import { presets } from './presets.ts';
import { findDelivery } from './queries.server.ts';

const site = await testSite();
const { app, db, ask } = site;
// The tests do what the job would do, without ffmpeg: orders need none.
const settings = { ...app.settings, FFMPEG_PATH: '/nowhere' };
const deps = { ...app, settings, jobs: { send: async () => {} } };
const signal = new AbortController().signal;
const plain = presets.pasta.recipe;
const ana = await aSubscriber(db);

/** Makes a delivery that waits at its first file until it may go on. */
function beginHeld(id: string) {
  const { promise: isReading, resolve: reads } = Promise.withResolvers<void>();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const value = async (key: string) => {
    reads();
    await mayGoOn;
    return app.storage.stat(key);
  };
  const storage = Object.create(app.storage, { stat: { value } });
  return { isReading, goOn, isOver: makeDelivery({ ...deps, storage }, id, signal) };
}

describe('an ordered delivery', () => {
  it("OPS-19: is made while another account's delivery of many tracks is", async () => {
    const [greedy, other] = [await aSubscriber(db), await aSubscriber(db)];
    const pack = await aPackage(db, { kind: 'trilhas' });
    const last = await aStoredTrack(site, anMp3('0'), { packageId: pack.id });
    for (const name of ['1', '2', '3']) await aStoredTrack(site, anMp3(name), { packageId: pack.id });
    const many = await orderDelivery(deps, greedy, { source: 'package', sourceId: pack.id }, plain);
    const one = await orderDelivery(deps, other, { source: 'track', sourceId: last.id }, plain);
    if (!many.ok || !one.ok) throw new Error('refused');
    const held = beginHeld(many.id);
    await held.isReading;
    await makeDelivery(deps, one.id, signal);
    expect(await findDelivery(db, other, one.id)).toMatchObject({ status: 'ready' });
    expect(await findDelivery(db, greedy, many.id)).toMatchObject({ status: 'making' });
    held.goOn();
    await held.isOver;
  });

  it('A-18: leaves vinhetas out; nothing else means no delivery', async () => {
    const pack = await aPackage(db, { kind: 'pacotes-vinhetas' });
    await aStoredTrack(site, anMp3('vinheta'), { packageId: pack.id });
    const asked = { source: 'package', sourceId: pack.id } as const;
    expect(await orderDelivery(deps, ana, asked, plain)).toEqual({ ok: false, reason: 'nothing' });
  });

  it('is ordered again by its own recipe, of what there is today, by its owner', async () => {
    const eva = await aSubscriber(db);
    const pack = await aPackage(db, { kind: 'trilhas', title: 'Outra vez' });
    const [one, two] = [
      await aStoredTrack(site, anMp3('uma'), { packageId: pack.id }),
      await aStoredTrack(site, anMp3('duas'), { packageId: pack.id }),
    ];
    const asked: Source = { source: 'track', sourceId: two.id, trackIds: [two.id, one.id] };
    const first = await orderDelivery(deps, eva, asked, { ...plain, pattern: '{titulo} {ordem}' });
    if (!first.ok) throw new Error(first.reason);
    await makeDelivery(deps, first.id, signal);
    await ask(`/preparar/${first.id}/zip`, { Cookie: await site.signIn(eva) });
    const history = await listHistory(db, eva, historyFilterSchema.parse({}), null);
    expect(history.lines.map(({ delivery }) => delivery?.id)).toEqual([first.id, undefined]);
    await orderDelivery(deps, eva, asked, plain);
    expect(await repeatDelivery(deps, ana, first.id)).toEqual({ ok: false, reason: 'forgotten' });
    const again = await repeatDelivery(deps, eva, first.id);
    if (!again.ok) throw new Error(again.reason);
    const found = await findDelivery(db, eva, again.id);
    expect(found).toMatchObject({ total: 2, leftOut: 0, recipe: { pattern: '{titulo} {ordem}' } });
    await db.delete(tracks).where(eq(tracks.id, one.id));
    await cancelDelivery(deps, eva, again.id);
    const later = await repeatDelivery(deps, eva, first.id);
    expect(later.ok && (await findDelivery(db, eva, later.id))).toMatchObject({ total: 1, leftOut: 1 });
  });

  describe('A-123: that is ordered again within a day', async () => {
    const gil = await aSubscriber(db);
    const pack = await aPackage(db, { kind: 'trilhas' });
    const track = await aStoredTrack(site, anMp3('igual'), { packageId: pack.id, durationMs: 60_000 });
    const order = async () => {
      const asked = { source: 'package', sourceId: pack.id } as const;
      const outcome = await orderDelivery(deps, gil, asked, plain);
      if (!outcome.ok) throw new Error(outcome.reason);
      const made = makeDelivery(deps, outcome.id, signal);
      return { id: outcome.id, made };
    };
    const station = { name: 'Rádio Igual', document: null, city: null, state: null, kind: null };
    const change = (values: Partial<typeof tracks.$inferInsert>) =>
      db.update(tracks).set(values).where(eq(tracks.id, track.id));
    const bytesOf = async (id: string) =>
      Buffer.from(await (await ask(`/preparar/${id}/zip`, { Cookie: await site.signIn(gil) })).arrayBuffer());

    it('is the same, byte by byte, and stands in the history under one licence', async () => {
      const first = await order();
      await first.made;
      const bytes = await bytesOf(first.id);
      site.clock.advance(23 * 3600);
      const again = await order();
      expect(again.id).toBe(first.id);
      expect((await bytesOf(again.id)).equals(bytes)).toBe(true);
      const { lines } = await listHistory(db, gil, historyFilterSchema.parse({}), null);
      expect(lines).toHaveLength(2);
      expect(new Set(lines.map(({ licenceId }) => licenceId)).size).toBe(1);
    });

    it.each<[string, (id: string) => unknown]>([
      ['a day is over', () => site.clock.advance(86_400)],
      ['the station has another name', () => saveStation(deps, gil, station)],
      ['a track has another name', () => change({ name: 'Outro nome.mp3' })],
      ['a tempo was found', () => change({ tempoBpm: 120 })],
      [
        'a cue point was moved',
        () =>
          setCues(deps, gil, {
            trackId: track.id,
            points: { startMs: 100, introMs: 100, endMs: 5000 },
            seen: null,
          }),
      ],
      ['another track came', () => aStoredTrack(site, anMp3('outra'), { packageId: pack.id })],
      [
        'its licence was withdrawn',
        async (id) => {
          const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id));
          await db
            .update(licences)
            .set({ withdrawnAt: site.clock.now() })
            .where(eq(licences.id, row!.licenceId));
        },
      ],
      ['a file was lost', () => app.storage.delete([track.storageKey!])],
    ])('is made anew when %s', async (_, act) => {
      const first = await order();
      await first.made;
      expect((await order()).id).toBe(first.id);
      await act(first.id);
      const later = await order();
      expect(later.id).not.toBe(first.id);
      await later.made;
    });

    it('is made anew when something changed while it was made', async () => {
      const asked = { source: 'track', sourceId: track.id } as const;
      await app.storage.put(track.storageKey!, anMp3('igual'), { mime: 'audio/mpeg' });
      const first = await orderDelivery(deps, gil, asked, plain);
      if (!first.ok) throw new Error(first.reason);
      const held = beginHeld(first.id);
      await held.isReading;
      await saveStation(deps, gil, { ...station, name: 'Rádio Nova' });
      held.goOn();
      await held.isOver;
      const later = await orderDelivery(deps, gil, asked, plain);
      expect(later.ok && later.id).not.toBe(first.id);
    });
  });

  it('that is begun again while it still works takes nothing of the former run', async () => {
    const dora = await aSubscriber(db);
    const pack = await aPackage(db, { kind: 'trilhas' });
    await aStoredTrack(site, anMp3('uma'), { packageId: pack.id });
    const asked = { source: 'package', sourceId: pack.id } as const;
    const outcome = await orderDelivery(deps, dora, asked, plain);
    if (!outcome.ok) throw new Error(outcome.reason);
    const former = beginHeld(outcome.id);
    await former.isReading;
    expect(await cancelDelivery(deps, dora, outcome.id)).toBe(true);
    expect(await retryDelivery(deps, dora, outcome.id)).toEqual({ ok: true });
    const later = beginHeld(outcome.id);
    await later.isReading;
    former.goOn();
    await former.isOver;
    expect(await findDelivery(db, dora, outcome.id)).toMatchObject({ status: 'making', done: 0 });
    later.goOn();
    await later.isOver;
    expect(await findDelivery(db, dora, outcome.id)).toMatchObject({ status: 'ready', done: 1 });
  });

  it('OPS-21: begun again counts as an order; one that finds no place does not', async () => {
    const gil = await aSubscriber(db);
    const pack = await aPackage(db, { kind: 'trilhas' });
    await aStoredTrack(site, anMp3('uma'), { packageId: pack.id });
    const asked = { source: 'package', sourceId: pack.id } as const;
    const orders = [];
    for (let count = 0; count < 3; count++) orders.push(await orderDelivery(deps, gil, asked, plain));
    const [first] = orders.flatMap((outcome) => (outcome.ok ? [outcome] : []));
    if (!first) throw new Error('none was ordered');
    for (let count = 0; count < 61; count++)
      expect(await orderDelivery(deps, gil, asked, plain)).toEqual({ ok: false, reason: 'too-many-open' });
    for (let count = 3; count < 60; count++) {
      await cancelDelivery(deps, gil, first.id);
      expect(await retryDelivery(deps, gil, first.id)).toEqual({ ok: true });
    }
    await cancelDelivery(deps, gil, first.id);
    await expect(retryDelivery(deps, gil, first.id)).rejects.toMatchObject({ kind: 'rate-limited' });
  });

  it('can be cancelled and begun again; at most three are made at once; a month later it is forgotten', async () => {
    const carla = await aSubscriber(db);
    const pack = await aPackage(db, { kind: 'trilhas' });
    await aStoredTrack(site, anMp3('uma'), { packageId: pack.id });
    const asked = { source: 'package', sourceId: pack.id } as const;
    const outcomes = [];
    for (let count = 0; count < 4; count++) outcomes.push(await orderDelivery(deps, carla, asked, plain));
    expect(outcomes.at(-1)).toEqual({ ok: false, reason: 'too-many-open' });
    const [first] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome] : []));
    if (!first) throw new Error('none was ordered');
    expect(await cancelDelivery(deps, carla, first.id)).toBe(true);
    expect(await cancelDelivery(deps, carla, first.id)).toBe(false);
    await makeDelivery(deps, first.id, signal);
    expect(await findDelivery(db, carla, first.id)).toMatchObject({ status: 'cancelled', done: 0 });
    expect(await cancelDelivery(deps, ana, first.id)).toBe(false);
    expect(await retryDelivery(deps, carla, first.id)).toEqual({ ok: true });
    await makeDelivery(deps, first.id, signal);
    expect(await findDelivery(db, carla, first.id)).toMatchObject({ status: 'ready', done: 1 });
    site.clock.advance(31 * 86_400);
    expect(await forgetDeliveries(deps)).toBeGreaterThan(0);
    expect(await db.$count(deliveryFiles)).toBe(0);
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
