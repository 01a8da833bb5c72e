import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { storedObjects } from '#db/schema/media.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { measureSound } from '#features/media/measuring/gateway.server.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import type { Mail } from '#platform/mail.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { anAdmin, aRecordingRequest, aSubscriber } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { missingProgram } from '#tests/programs.ts';
import { aWav, wavOf } from '#tests/sounds.ts';
import { heardJobs } from './make-heard.server.ts';
import { receiveDelivery } from './receive-delivery.server.ts';
import { progressJobs } from './request-jobs.server.ts';
import { listRequests, requestFilterSchema } from './request-queries.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log });
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-delivery-'));
afterAll(async () => {
  await jobs.stop();
  await rm(folder, { recursive: true, force: true });
});
const storage = await openDiskStorage({ DATA_DIR: folder });
const now = new Date('2026-11-20T20:00:00Z');
const deps = { db, bus, jobs, storage, clock: { now: () => now }, settings: {} };
const mp3 = await readFile(new URL('../../../demo/audio/efeito-corvo.mp3', import.meta.url));

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('recordings/')) keys.push(key);
  return keys;
}

describe('a finished recording', () => {
  it('CRE-17: is stored byte for byte, completes the request and is told by mail', async () => {
    const admin = await anAdmin(db);
    const owner = await aSubscriber(db);
    const request = await aRecordingRequest(db, { userId: owner.userId, radioName: 'Rádio Sertão' });
    const body = Readable.from([mp3.subarray(0, 3), mp3.subarray(3)]);
    const outcome = await receiveDelivery(deps, admin, {
      requestId: request.id,
      name: '../../Vinheta final.mp3',
      body,
    });
    expect(outcome).toEqual({ ok: true });
    const [row] = await db.select().from(recordingRequests).where(eq(recordingRequests.id, request.id));
    expect(row).toMatchObject({ status: 'completed', deliveredName: 'Vinheta final.mp3' });
    expect(await readFile(storage.path(row!.deliveredKey!)!)).toEqual(mp3);

    const sent: Mail[] = [];
    const mail = { send: async (one: Mail) => void sent.push(one) };
    const [ready] = progressJobs({
      db,
      mail,
      settings: { SITE_NAME: 'Sonoteca', PUBLIC_URL: 'http://localhost' },
    });
    await ready!.run({ requestId: request.id } as never, new AbortController().signal);
    expect(sent).toMatchObject([{ to: owner.email, subject: 'Sua gravação está pronta · Sonoteca' }]);
    expect(sent[0]!.text).toContain('Rádio Sertão');
  });

  it.each([
    ['HTML named .mp3', Buffer.from('<!doctype html><script>1</script>'), 'page'],
    ['nothing', Buffer.alloc(0), 'empty'],
    ['B04: a WAV without a sample', wavOf(new Int16Array(0), 44_100), 'no-samples'],
    ['B04: text behind an ID3 head', Buffer.from(`ID3\u0003${'\0'.repeat(6)}this is no sound. `), 'tag'],
  ])('%s is refused, leaves no file, and the order stays open', async (_, bytes, reason) => {
    const before = await storedKeys();
    const request = await aRecordingRequest(db, { userId: null });
    const body = Readable.from([bytes]);
    const outcome = await receiveDelivery(deps, await anAdmin(db), {
      requestId: request.id,
      name: 'a.mp3',
      body,
    });
    expect(outcome).toEqual({ ok: false, reason });
    expect(await storedKeys()).toEqual(before);
    const [row] = await db.select().from(recordingRequests).where(eq(recordingRequests.id, request.id));
    expect(row).toMatchObject({ status: 'pending', deliveredKey: null });
  });

  it('broken off half-way leaves no file and no change', async () => {
    const before = await storedKeys();
    const request = await aRecordingRequest(db, { userId: null });
    async function* cut() {
      yield mp3.subarray(0, 4000);
      throw new Error('aborted');
    }
    const file = { requestId: request.id, name: 'a.mp3', body: Readable.from(cut()) };
    await expect(receiveDelivery(deps, await anAdmin(db), file)).rejects.toThrow('aborted');
    expect(await storedKeys()).toEqual(before);
  });

  it('takes the place of the one before, whose file goes to the trash', async () => {
    const admin = await anAdmin(db);
    const request = await aRecordingRequest(db, { userId: null });
    const send = async () => {
      const file = { requestId: request.id, name: 'a.mp3', body: Readable.from([mp3]) };
      expect(await receiveDelivery(deps, admin, file)).toEqual({ ok: true });
      const [row] = await db.select().from(recordingRequests).where(eq(recordingRequests.id, request.id));
      return row!.deliveredKey!;
    };
    const [former, latter] = [await send(), await send()];
    const booked = await db
      .select()
      .from(storedObjects)
      .where(inArray(storedObjects.key, [former, latter]));
    expect(new Map(booked.map(({ key, trashedAt }) => [key, trashedAt]))).toEqual(
      new Map([
        [former, now],
        [latter, null],
      ]),
    );
  });

  it.skipIf(missingProgram('ffmpeg') !== null)(
    'A-157: is heard by an MP3 where browsers would miss it, until another is delivered',
    async () => {
      const admin = await anAdmin(db);
      const request = await aRecordingRequest(db, { userId: null });
      const [job] = heardJobs(deps);
      const deliver = async (name: string, bytes: Buffer) => {
        const file = { requestId: request.id, name, body: Readable.from([bytes]) };
        expect(await receiveDelivery(deps, admin, file)).toEqual({ ok: true });
        await job!.run({ requestId: request.id } as never, new AbortController().signal);
        const [row] = await db.select().from(recordingRequests).where(eq(recordingRequests.id, request.id));
        return row!.heardKey;
      };
      const heard = await deliver('Vinheta.wav', aWav(440, 2));
      expect(heard).toMatch(/\.mp3$/);
      expect(await measureSound(storage.path(heard!)!, 'mp3')).toMatchObject({
        durationMs: 2000,
        codec: 'mp3',
      });
      const booked = () => db.select().from(storedObjects).where(eq(storedObjects.key, heard!));
      expect(await booked()).toMatchObject([{ bucket: 'recordings', trashedAt: null }]);
      await job!.run({ requestId: request.id } as never, new AbortController().signal);
      expect(await deliver('Vinheta.mp3', mp3)).toBeNull();
      expect(await booked()).toMatchObject([{ trashedAt: now }]);
    },
  );

  it('for a canceled request is refused and removed', async () => {
    const before = await storedKeys();
    const booked = await db.$count(storedObjects);
    const request = await aRecordingRequest(db, { userId: null, status: 'canceled' });
    const file = { requestId: request.id, name: 'a.mp3', body: Readable.from([mp3]) };
    expect(await receiveDelivery(deps, await anAdmin(db), file)).toEqual({
      ok: false,
      reason: 'not-possible',
    });
    expect(await storedKeys()).toEqual(before);
    expect(await db.$count(storedObjects)).toBe(booked);
  });
});

describe('the administrators’ list', () => {
  it('REQ-01, REQ-07: what waits by its deadline, then what is done; readable without account or package', async () => {
    const admin = await anAdmin(db);
    const orphan = await aRecordingRequest(db, {
      userId: null,
      packageId: null,
      packageTitle: 'Vinheta extinta',
      createdAt: new Date('2030-01-01T00:00:00Z'),
      dueAt: new Date('2026-11-01T00:00:00Z'),
    });
    const { requests, page } = await listRequests(db, admin, requestFilterSchema.parse({}), now);
    expect(requests).toHaveLength(page.total);
    expect(requests[0]).toMatchObject({
      id: orphan.id,
      packageTitle: 'Vinheta extinta',
      requesterEmail: null,
      isLate: true,
      deadline: expect.stringMatching(/^atrasada há \d+ dias$/),
    });
    const due = (isOpen: boolean) =>
      requests.filter(({ deadline }) => (deadline !== null) === isOpen).map(({ dueAt }) => dueAt);
    expect(requests.map(({ deadline }) => deadline === null)).toEqual([
      ...due(true).map(() => false),
      ...due(false).map(() => true),
    ]);
    expect(due(true)).toEqual(due(true).toSorted());
    expect(due(false)).toEqual(due(false).toSorted().reverse());
    const late = await listRequests(db, admin, requestFilterSchema.parse({ status: 'late' }), now);
    expect(late.requests.every(({ isLate }) => isLate)).toBe(true);
    expect(late.requests.map(({ id }) => id)).toContain(orphan.id);
  });
});
