import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { packages } from '#db/schema/catalog.ts';
import { creditEntries, userCredits } from '#db/schema/credits.ts';
import { notifications } from '#db/schema/notifications.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { aCategory, aCreditLot, anAdmin, aPackage, aRecordingRequest, aSubscriber } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { recordingJobs } from './late-jobs.server.ts';
import { statusFacts } from './model.ts';
import { deliverRecording, moveRequest } from './move-request.server.ts';
import { createRequestSchema } from './order.ts';
import { getOwnDelivery, listOwnRequests } from './own-requests.server.ts';
import { createRecordingRequest, DeductionError, requestRevision } from './request-recording.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log });
afterAll(() => jobs.stop());
const friday = new Date('2026-10-16T20:00:00Z');
const deps = { db, bus, jobs, clock: { now: () => friday } };
const jingles = await aPackage(db, { kind: 'pacotes-vinhetas', title: 'Vinhetas de Rock' });

const order = (given: object = {}) =>
  createRequestSchema.parse({
    packageId: jingles.id,
    radioName: 'Rádio Cidade',
    whatsapp: '(11) 99999-0000',
    ...given,
  });
async function withCredits(amount: number): Promise<Subscriber> {
  const subscriber = await aSubscriber(db);
  await aCreditLot(db, { userId: subscriber.userId, amount });
  return subscriber;
}
const requestsOf = (userId: string) =>
  db.select().from(recordingRequests).where(eq(recordingRequests.userId, userId));
async function balanceOf(userId: string): Promise<number> {
  const lots = await db.select().from(userCredits).where(eq(userCredits.userId, userId));
  const entries = await db.select().from(creditEntries).where(eq(creditEntries.userId, userId));
  const balance = lots.reduce((sum, lot) => sum + lot.creditsBalance, 0);
  expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(balance);
  return balance;
}

/** Makes every insert into a table fail until the test ends. */
async function breakInserts(table: string): Promise<void> {
  await db.execute(
    sql.raw(`create or replace function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger broken before insert on ${table} for each row execute function broken()`),
  );
}
afterEach(async () => {
  await db.execute(sql`drop function if exists broken cascade`);
});

describe('asking for a recording', () => {
  it('CRE-06: takes exactly 25 credits, makes one pending request and tells the administrators', async () => {
    const subscriber = await withCredits(60);
    const outcome = await createRecordingRequest(deps, subscriber, order(), 'chave');
    expect(outcome.ok).toBe(true);
    expect(await balanceOf(subscriber.userId)).toBe(35);
    const [request, ...more] = await requestsOf(subscriber.userId);
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      status: 'pending',
      radioName: 'Rádio Cidade',
      whatsapp: '5511999990000',
    });
    const [notice] = await db
      .select()
      .from(notifications)
      .where(eq(notifications.dedupeKey, `recording:${request!.id}`));
    expect(notice).toMatchObject({ type: 'recording-request', link: '/admin/recording-requests' });
    expect(JSON.stringify(notice)).not.toContain('99999');
  });

  it('CRE-18: is due 24 business hours later: Friday 17:00 becomes Monday 17:00', async () => {
    const subscriber = await withCredits(25);
    await createRecordingRequest(deps, subscriber, order(), null);
    const [request] = await listOwnRequests(db, subscriber);
    expect(request?.dueAt).toBe('2026-10-19T20:00:00.000Z');
  });

  it('CRE-05: is refused with 24 credits, and nothing changes', async () => {
    const subscriber = await withCredits(24);
    const outcome = await createRecordingRequest(deps, subscriber, order(), null);
    expect(outcome).toEqual({ ok: false, reason: 'insufficient-credits' });
    expect(await balanceOf(subscriber.userId)).toBe(24);
    expect(await requestsOf(subscriber.userId)).toEqual([]);
  });

  it('CRE-07: 20 at once with 25 credits make one request and leave 0', async () => {
    const subscriber = await withCredits(25);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => createRecordingRequest(deps, subscriber, order(), `chave-${i}`)),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(await requestsOf(subscriber.userId)).toHaveLength(1);
    expect(await balanceOf(subscriber.userId)).toBe(0);
  });

  it('CRE-08: one idempotency key makes one request, one after the other and 20 at once', async () => {
    const subscriber = await withCredits(100);
    const ask = () => createRecordingRequest(deps, subscriber, order(), 'uma-chave');
    const outcomes = [await ask(), await ask(), ...(await Promise.all(Array.from({ length: 20 }, ask)))];
    const ids = outcomes.map((outcome) => outcome.ok && outcome.request.id);
    expect(new Set(ids).size).toBe(1);
    expect(await balanceOf(subscriber.userId)).toBe(75);
    const reused = await createRecordingRequest(deps, subscriber, order({ radioName: 'Outra' }), 'uma-chave');
    expect(reused).toEqual({ ok: false, reason: 'key-reused' });
  });

  it('CRE-08: without a key the same order within a minute is one, and a minute later another', async () => {
    const subscriber = await withCredits(100);
    const minuteLater = { ...deps, clock: { now: () => new Date(friday.getTime() + 60_000) } };
    await createRecordingRequest(deps, subscriber, order(), null);
    await createRecordingRequest(deps, subscriber, order(), null);
    await createRecordingRequest(deps, subscriber, order({ radioName: 'Outra' }), null);
    await createRecordingRequest(minuteLater, subscriber, order(), null);
    expect(await requestsOf(subscriber.userId)).toHaveLength(3);
    expect(await balanceOf(subscriber.userId)).toBe(25);
  });

  it('CRE-09: no credit is lost when the request cannot be made', async () => {
    const subscriber = await withCredits(25);
    await breakInserts('recording_requests');
    await expect(createRecordingRequest(deps, subscriber, order(), null)).rejects.toThrow();
    expect(await balanceOf(subscriber.userId)).toBe(25);
  });

  it('CRE-10: a failure to take the credits is told apart, and nothing has happened', async () => {
    const subscriber = await withCredits(25);
    await breakInserts('credit_entries');
    const ask = createRecordingRequest(deps, subscriber, order(), null);
    await expect(ask).rejects.toBeInstanceOf(DeductionError);
    expect(await balanceOf(subscriber.userId)).toBe(25);
    expect(await requestsOf(subscriber.userId)).toEqual([]);
  });

  it('CRE-15: only for a package of vinhetas that listeners can see', async () => {
    const subscriber = await withCredits(100);
    const closed = await aCategory(db, { kind: 'pacotes-vinhetas', isActive: false });
    const kind = 'pacotes-vinhetas';
    const cases = [
      [(await aPackage(db, { kind: 'trilhas' })).id, 'not-a-jingle'],
      [(await aPackage(db, { kind: 'efeitos-sonoros' })).id, 'not-a-jingle'],
      [(await aPackage(db, { kind, isActive: false })).id, 'unknown-package'],
      [(await aPackage(db, { kind, deletedAt: friday })).id, 'unknown-package'],
      [(await aPackage(db, { categoryId: closed.id })).id, 'unknown-package'],
      ['nada', 'unknown-package'],
      ["' or 1=1 --", 'unknown-package'],
    ];
    for (const [packageId, reason] of cases) {
      const outcome = await createRecordingRequest(deps, subscriber, order({ packageId }), null);
      expect(outcome).toEqual({ ok: false, reason });
    }
    expect(await balanceOf(subscriber.userId)).toBe(100);
  });

  it('CRE-16: title and cost come from the server, whatever is sent', async () => {
    const subscriber = await withCredits(25);
    const sent = order({
      packageTitle: 'x',
      credits_used: 0,
      creditsUsed: 0,
      userId: 'outro',
      status: 'completed',
    });
    await createRecordingRequest(deps, subscriber, sent, null);
    const [request] = await requestsOf(subscriber.userId);
    expect(request).toMatchObject({ packageTitle: 'Vinhetas de Rock', creditsUsed: 25, status: 'pending' });
  });

  it.each([
    { radioName: '' },
    { radioName: '   ' },
    { whatsapp: '' },
    { whatsapp: ' \t ' },
    { whatsapp: 'sem número' },
    { radioName: undefined },
    { radioName: 7 },
    { radioName: 'x'.repeat(121) },
    { packageId: '' },
  ])('CRE-03: %j is refused in Portuguese', (wrong) => {
    const parsed = createRequestSchema.safeParse({
      packageId: 'p',
      radioName: 'R',
      whatsapp: '11999990000',
      ...wrong,
    });
    expect(parsed.error?.issues[0]?.message).toMatch(/^(Informe|O nome)/);
  });
});

describe('own requests', () => {
  it("CRE-17: are listed newest first with their status, and the file is the requester's alone", async () => {
    const owner = await withCredits(50);
    const other = await withCredits(50);
    const admin = await anAdmin(db);
    const outcome = await createRecordingRequest(deps, owner, order(), null);
    const id = outcome.ok ? outcome.request.id : '';
    await expect(getOwnDelivery(db, owner, id)).rejects.toMatchObject({ status: 404 });
    expect(await moveRequest(deps, admin, id, 'in_progress')).toEqual({ ok: true });
    expect(await deliverRecording(deps, admin, id, { key: 'recordings/a.mp3', name: 'Vinheta.mp3' })).toEqual(
      { ok: true },
    );
    expect(await getOwnDelivery(db, owner, id)).toMatchObject({
      key: 'recordings/a.mp3',
      name: 'Vinheta.mp3',
    });
    await expect(getOwnDelivery(db, other, id)).rejects.toMatchObject({ status: 404 });
    await expect(getOwnDelivery(db, admin, id)).rejects.toMatchObject({ status: 404 });
    expect(await listOwnRequests(db, other)).toEqual([]);
    expect((await listOwnRequests(db, owner))[0]).toMatchObject({
      status: 'completed',
      deliveredName: 'Vinheta.mp3',
    });
  });

  it('REQ-04: have a label for every status', () => {
    const labels = ['pending', 'in_progress', 'completed', 'canceled', 'foo'].map(
      (status) => statusFacts(status).label,
    );
    expect(labels).toEqual(['Pendente', 'Em Andamento', 'Concluída', 'Cancelada', 'Desconhecido']);
  });

  it('REQ-07: keep their title when the package is gone', async () => {
    const owner = await withCredits(25);
    const pack = await aPackage(db, { kind: 'pacotes-vinhetas', title: 'Efêmero' });
    await createRecordingRequest(deps, owner, order({ packageId: pack.id }), null);
    await db.delete(packages).where(eq(packages.id, pack.id));
    expect((await listOwnRequests(db, owner))[0]?.packageTitle).toBe('Efêmero');
  });

  it('A-35: the one free revision goes back to work with a new due time, once', async () => {
    const owner = await withCredits(25);
    const other = await withCredits(25);
    const row = await aRecordingRequest(db, { userId: owner.userId, status: 'completed' });
    expect(await requestRevision(deps, other, row.id, 'x')).toBe(false);
    const asked = await Promise.all(
      [1, 2, 3].map(() => requestRevision(deps, owner, row.id, 'Mais devagar')),
    );
    expect(asked.filter(Boolean)).toHaveLength(1);
    expect((await requestsOf(owner.userId))[0]).toMatchObject({
      status: 'in_progress',
      revisionNote: 'Mais devagar',
      dueAt: new Date('2026-10-19T20:00:00Z'),
    });
  });
});

describe('progress', () => {
  it('REQ-02: pending and in_progress go on, completed, canceled and unknown do not', () => {
    expect(statusFacts('pending').next).toEqual(['in_progress', 'completed', 'canceled']);
    expect(statusFacts('in_progress').next).toEqual(['completed', 'canceled']);
    for (const status of ['completed', 'canceled', 'foo']) expect(statusFacts(status).next).toEqual([]);
  });

  it('REQ-03: other moves are refused', async () => {
    const admin = await anAdmin(db);
    const { userId } = await withCredits(0);
    const done = await aRecordingRequest(db, { userId, status: 'completed' });
    expect(await moveRequest(deps, admin, done.id, 'pending')).toEqual({ ok: false, reason: 'not-possible' });
    expect(await moveRequest(deps, admin, 'nada', 'completed')).toEqual({ ok: false, reason: 'unknown' });
  });

  it('A-102: cancelling gives the 25 credits back, once', async () => {
    const subscriber = await withCredits(25);
    const admin = await anAdmin(db);
    const outcome = await createRecordingRequest(deps, subscriber, order(), null);
    const id = outcome.ok ? outcome.request.id : '';
    const moves = await Promise.all([1, 2, 3].map(() => moveRequest(deps, admin, id, 'canceled')));
    expect(moves.filter((move) => move.ok)).toHaveLength(1);
    expect(await balanceOf(subscriber.userId)).toBe(25);
  });

  it('A-65: a late recording is told once', async () => {
    const { userId } = await withCredits(0);
    const late = await aRecordingRequest(db, { userId, dueAt: new Date(friday.getTime() - 1000) });
    await aRecordingRequest(db, { userId, dueAt: new Date(friday.getTime() + 1000) });
    const [job] = recordingJobs(deps);
    const signal = new AbortController().signal;
    await job!.run({} as never, signal);
    await job!.run({} as never, signal);
    const notices = await db.select().from(notifications).where(eq(notifications.type, 'recording-late'));
    expect(notices).toHaveLength(1);
    expect(notices[0]?.dedupeKey).toContain(late.id);
  });
});
