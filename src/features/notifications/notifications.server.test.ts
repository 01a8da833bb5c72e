import { beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { formatRelative } from '#platform/format.ts';
import { anAdmin } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { notificationJobs } from './jobs.server.ts';
import { badgeText } from './model.ts';
import { forgetOldNotices, markRead, notify } from './notify.server.ts';
import { listNotices } from './queries.server.ts';

const { db, bus } = await testDatabase();
const admin = await anAdmin(db);
const now = new Date('2026-11-21T12:00:00Z');

beforeEach(async () => {
  await db.delete(notifications);
});

describe('the bell', () => {
  it('ADM-08: counts all unread ones and shows the newest', async () => {
    for (let n = 0; n < 40; n++) await notify(db, { type: 'sign-up', title: `Cadastro ${n}` });
    const list = await listNotices(db, admin);
    expect(list.unread).toBe(40);
    expect(list.notices).toHaveLength(30);
    expect(list.notices[0]).toMatchObject({ title: 'Cadastro 39', isRead: false });
  });

  it.each([
    [3, '3'],
    [99, '99'],
    [120, '99+'],
  ])('ADM-08: %d unread are %s on the badge', (unread, text) => {
    expect(badgeText(unread)).toBe(text);
  });

  it('reading one, then all, is the same when repeated and tells the others', async () => {
    await notify(db, { type: 'payment', title: 'um' });
    await notify(db, { type: 'payment', title: 'dois' });
    const [newest] = (await listNotices(db, admin)).notices;
    let told = 0;
    const stop = bus.on('notifications', () => told++);
    await markRead({ db, bus }, admin, now, newest!.id);
    await markRead({ db, bus }, admin, now, newest!.id);
    expect((await listNotices(db, admin)).unread).toBe(1);
    await markRead({ db, bus }, admin, now);
    expect((await listNotices(db, admin)).unread).toBe(0);
    expect(told).toBeGreaterThanOrEqual(3);
    stop();
  });

  it('two notices with one key are one', async () => {
    await notify(db, { type: 'storage', title: 'cheio', dedupeKey: 'storage-80' });
    await notify(db, { type: 'storage', title: 'cheio', dedupeKey: 'storage-80' });
    expect((await listNotices(db, admin)).unread).toBe(1);
  });

  it('OPS-11: forgets notices after 90 days, however many, and tells the bell only then', async () => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const aged = (days: number, n: number) =>
      Array.from({ length: n }, (_, at) => ({
        id: `${days}-${at}`,
        type: 'payment',
        title: `${days} dias`,
        createdAt: daysAgo(days),
      }));
    await db.insert(notifications).values([...aged(91, 2500), ...aged(89, 3), ...aged(90, 1)]);
    let told = 0;
    // Not the bus, which echoes its own messages later.
    const heard = { publish: async () => void told++ };
    const [tidy] = notificationJobs({ db, bus: heard, clock: { now: () => now } });
    await tidy?.run({} as never, AbortSignal.timeout(60_000));
    const kept = await db.select({ title: notifications.title }).from(notifications);
    expect(kept.map(({ title }) => title).toSorted()).toEqual(['89 dias', '89 dias', '89 dias', '90 dias']);
    expect(told).toBeGreaterThan(0);
    told = 0;
    expect(await forgetOldNotices({ db, bus: heard }, now)).toBe(0);
    expect(told).toBe(0);
  });

  it.each([
    [5 * 60, 'há 5 minutos'],
    [60, 'há 1 minuto'],
    [3 * 3600, 'há 3 horas'],
    [-2 * 86_400, 'em 2 dias'],
    [0, 'agora'],
  ])('ADM-08: %d seconds ago is “%s”', (seconds, text) => {
    expect(formatRelative(new Date(now.getTime() - seconds * 1000), now)).toBe(text);
  });
});
