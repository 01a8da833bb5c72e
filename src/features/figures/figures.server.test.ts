import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { users } from '#db/schema/accounts.ts';
import { dailyFigures, downloads } from '#db/schema/downloads.ts';
import { imports } from '#db/schema/ingestion.ts';
import { notifications } from '#db/schema/notifications.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { auditEntries } from '#db/schema/site.ts';
import { payments } from '#db/schema/subscriptions.ts';
import { newId } from '#platform/ids.ts';
import {
  aDownload,
  aNotification,
  anAdmin,
  aPackage,
  aRecordingRequest,
  aSubscriber,
  aTrack,
  aUser,
} from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { countPlay } from './count-play.server.ts';
import { isVisit, openVisits } from './count-visits.server.ts';
import { firstStepsOf } from './first-steps.ts';
import { funnelOf } from './model.ts';
import { countWaiting, getPanelFigures } from './queries.server.ts';
import { findSetUp } from './set-up-queries.server.ts';

const { db } = await testDatabase();
const admin = await anAdmin(db);
const listener = await aSubscriber(db);
/** Saturday, 9 in the morning in São Paulo. */
const now = new Date('2026-11-21T12:00:00Z');
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);

const anImport = (folder: string, status: 'failed' | 'done', createdAt: Date) =>
  db
    .insert(imports)
    .values({ id: newId(), kind: 'drafts', driveFolderId: folder, userId: admin.userId, status, createdAt });

beforeEach(async () => {
  for (const table of [recordingRequests, downloads, dailyFigures, imports, notifications, auditEntries])
    await db.delete(table);
});

describe('what waits', () => {
  it('is what is not delivered, not reviewed, and failed without another try', async () => {
    for (const status of ['pending', 'in_progress', 'completed', 'canceled'] as const)
      await aRecordingRequest(db, { userId: listener.userId, status });
    await aPackage(db, { isDraft: true, isActive: false });
    await aPackage(db, { isDraft: true, isActive: false, deletedAt: now });
    await aPackage(db);
    await anImport('again', 'failed', hours(-3));
    await anImport('again', 'done', hours(-2));
    await anImport('never', 'failed', hours(-3));
    await anImport('long-ago', 'failed', hours(-24 * 40));
    expect(await countWaiting(db, admin, now)).toEqual({ requests: 2, drafts: 1, failedImports: 1 });
  });
});

describe('A-142: from the visit to the payment', () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0 Safari/537.36' };

  it('a visit is a page opened in a browser, and no robot or page fetched ahead', () => {
    expect(isVisit(browser)).toBe(true);
    expect(isVisit({ ...browser, 'sec-fetch-dest': 'document' })).toBe(true);
    expect(isVisit({ ...browser, 'sec-purpose': 'prefetch;prerender' })).toBe(false);
    expect(isVisit({ ...browser, 'sec-fetch-dest': 'empty' })).toBe(false);
    expect(isVisit({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBe(false);
    expect(isVisit({})).toBe(false);
  });

  it('counts visits, sign-ups, confirmations and first payments, and shows shares of the step before', async () => {
    const clock = { now: () => now };
    const log = { warn: () => {} };
    const visits = openVisits({ db, clock, log });
    for (let i = 0; i < 8; i++) visits.count();
    const [guest, other] = [await aUser(db, { createdAt: now }), await aUser(db, { createdAt: now })];
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, guest.userId));
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, guest.userId));
    const charge = { customerId: 'cus', amountCents: 2990, createdAt: now };
    const paid = { ...charge, status: 'paid', paidAt: now } as const;
    await db.insert(payments).values({ ...paid, id: newId(), userId: guest.userId });
    await db.insert(payments).values({ ...paid, id: newId(), userId: guest.userId });
    await db.insert(payments).values({ ...charge, id: newId(), userId: other.userId, status: 'failed' });
    await expect
      .poll(async () => {
        const rows = await db.select().from(dailyFigures);
        return rows.reduce((sum, row) => sum + row.visits, 0);
      })
      .toBe(8);
    const all = await db.select().from(dailyFigures);
    expect(funnelOf(all).map(({ count }) => count)).toEqual([8, 2, 1, 1]);
    expect(funnelOf(all).map(({ rate }) => rate)).toEqual(['', '25 %', '50 %', '100 %']);
  });
});

describe('A-141: the first steps of a new site', () => {
  const ready = { hasName: true, whatsapp: '5511', hasPlans: true, hasPackage: true };

  it('go when all is done', () => {
    const site = { ...ready, sendsMail: true, takesMoney: false };
    expect(firstStepsOf(site)?.filter(({ isDone }) => !isDone)).toMatchObject([{ title: 'Ligar o Stripe' }]);
    expect(firstStepsOf({ ...site, takesMoney: true })).toBe(null);
  });

  it('count a package that an administrator made, once it has sounds, and none of the demo content', async () => {
    const demo = await aTrack(db);
    const own = await aPackage(db);
    const record = (action: string, entityId: string) =>
      db
        .insert(auditEntries)
        .values({ id: newId(), actorEmail: admin.email, entity: 'package', action, entityId });
    await record('package.update', demo.packageId);
    await record('package.create', own.id);
    expect(await findSetUp(db, admin)).toMatchObject({ hasPackage: false });
    await aTrack(db, { packageId: own.id });
    expect(await findSetUp(db, admin)).toEqual({ hasSettings: false, hasPlans: false, hasPackage: true });
  });
});

describe('the panel', () => {
  it('counts open requests by their deadline, on the Brazilian day', async () => {
    for (const n of [-1, 2, 14, 16, 48])
      await aRecordingRequest(db, { userId: listener.userId, dueAt: hours(n) });
    await aRecordingRequest(db, { userId: listener.userId, dueAt: hours(-5), status: 'completed' });
    const { deadlines } = await getPanelFigures(db, admin, now);
    expect(deadlines).toEqual({ late: 1, today: 2, later: 2 });
  });

  it('has thirty days of plays and downloads, counted on the Brazilian day, and keeps them', async () => {
    const guest = await aSubscriber(db);
    await aDownload(db, { userId: guest.userId, createdAt: new Date('2026-11-21T02:59:00Z') });
    await aDownload(db, { userId: guest.userId, createdAt: now });
    await aDownload(db, { userId: guest.userId, createdAt: now });
    await aDownload(db, { userId: guest.userId, createdAt: hours(-24 * 31) });
    await Promise.all([1, 2, 3].map(() => countPlay(db, listener, now)));
    await db.delete(downloads).where(eq(downloads.userId, guest.userId));
    const { days } = await getPanelFigures(db, admin, now);
    expect(days).toHaveLength(30);
    expect(days[0]?.day).toBe('2026-10-23');
    expect(days.slice(-2)).toMatchObject([
      { day: '2026-11-20', plays: 0, downloads: 1 },
      { day: '2026-11-21', plays: 3, downloads: 2 },
    ]);
    expect(days.slice(0, -2).every(({ plays, downloads: n }) => plays + n === 0)).toBe(true);
  });

  it('tells what happened last: notices and changes together, eight of them', async () => {
    for (let n = 1; n <= 9; n++) await aNotification(db, { title: `Aviso ${n}`, createdAt: hours(-n) });
    await db.insert(auditEntries).values({
      id: newId(),
      actorEmail: admin.email,
      action: 'package.create',
      entity: 'package',
      createdAt: hours(-2.5),
    });
    const { happened } = await getPanelFigures(db, admin, now);
    expect(happened.map(({ title }) => title)).toEqual([
      'Aviso 1',
      'Aviso 2',
      'Pacote criado',
      ...[3, 4, 5, 6, 7].map((n) => `Aviso ${n}`),
    ]);
    expect(happened[2]?.text).toContain(admin.email);
  });
});
