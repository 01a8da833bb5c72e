import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { profiles, sessions, users } from '#db/schema/accounts.ts';
import { userCredits } from '#db/schema/credits.ts';
import { favorites } from '#db/schema/favorites.ts';
import { storedObjects } from '#db/schema/media.ts';
import { notifications } from '#db/schema/notifications.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { auditEntries } from '#db/schema/site.ts';
import { payments, providerSubscriptions, subscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { setAvatar } from '#features/media/set-avatar.server.ts';
import { notify } from '#features/notifications/notify.server.ts';
import { pricesOf } from '#features/subscriptions/prices.ts';
import { openSimulatedPayments } from '#features/subscriptions/simulated-gateway.server.ts';
import { changeLedger } from '#features/subscriptions/simulated-ledger.server.ts';
import { endNow, subscribe } from '#features/subscriptions/simulated-rules.ts';
import { systemClock } from '#platform/clock.ts';
import { readSettings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { aCreditLot, aFavorite, anAdmin, aRecordingRequest, aSubscriber, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { deleteAccount } from './delete-account.server.ts';
import { endUnconfirmed } from './end-unconfirmed.server.ts';
import { privacyJobs } from './jobs.server.ts';
import { exportData } from './queries.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log });
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-privacy-'));
const storage = await openDiskStorage({ DATA_DIR: folder });
afterAll(async () => {
  await jobs.stop();
  await rm(folder, { recursive: true, force: true });
});
const settings = { STORAGE_QUOTA_BYTES: 10_000_000 };
const deps = { db, bus, jobs, storage, settings, clock: systemClock };

/** The smallest picture: one transparent pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

async function aFullAccount(): Promise<User> {
  const user = await aSubscriber(db, { displayName: 'Rádio que vai' });
  await aCreditLot(db, { userId: user.userId, amount: 100 });
  await aFavorite(db, { userId: user.userId, packageId: 'x'.repeat(26) });
  await aRecordingRequest(db, { userId: user.userId, radioName: 'Rádio que vai', whatsapp: '5511999990000' });
  return user;
}

describe('own data (PRO-22)', () => {
  it('are exported whole, and nobody else’s with them', async () => {
    const user = await aFullAccount();
    const stranger = await aFullAccount();
    const charge = { customerId: 'cus_x', status: 'paid' as const, amountCents: 2990, createdAt: new Date() };
    await db.insert(payments).values([
      { ...charge, id: 'in_dele', userId: user.userId },
      { ...charge, id: 'in_alheio', userId: stranger.userId, amountCents: 21000 },
    ]);
    const data = await exportData(db, user);
    expect(data).toMatchObject({ conta: { email: user.email }, perfil: { displayName: 'Rádio que vai' } });
    expect(data.pagamentos).toMatchObject([{ amountCents: 2990, status: 'paid' }]);
    expect([data.favoritos, data.solicitacoes]).toMatchObject([{ length: 1 }, { length: 1 }]);
    const expiresAt = new Date('2027-01-01T00:00:00Z');
    const device = { userId: user.userId, expiresAt, ipAddress: '203.0.113.7', userAgent: 'Navegador' };
    await db.insert(sessions).values({ ...device, id: 's-1', token: 'segredo-da-sessao' });
    const again = await exportData(db, user);
    expect(again.sessoes).toMatchObject([{ ipAddress: '203.0.113.7', userAgent: 'Navegador' }]);
    expect(JSON.stringify([data, again])).not.toMatch(/password|token|segredo/i);
  });

  it('go with the account; what is kept has no name and no number', async () => {
    const user = await aFullAccount();
    const avatar = await setAvatar(deps, user, gif);
    expect(avatar.ok).toBe(true);
    expect(await deleteAccount(deps, user)).toEqual({ ok: true });
    for (const table of [profiles, subscriptions, favorites, userCredits]) {
      expect(await db.select().from(table).where(eq(table.userId, user.userId))).toEqual([]);
    }
    expect(await db.select().from(users).where(eq(users.id, user.userId))).toEqual([]);
    const kept = await db
      .select()
      .from(recordingRequests)
      .where(eq(recordingRequests.radioName, 'Removido a pedido'));
    expect(kept).toMatchObject([{ userId: null, whatsapp: '', packageTitle: expect.any(String) }]);
    expect(await storage.stat(`avatars/${user.userId}/avatar.gif`)).toBeNull();
    expect(await deleteAccount(deps, user), 'repeated, it finds nothing').toEqual({ ok: true });
    const { rows } = await db.execute(sql`select data from pgboss.job where name = 'account-letter'`);
    expect(rows, 'one mail says so').toEqual([
      { data: { kind: 'account-deleted', to: user.email, name: 'Rádio que vai' } },
    ]);
  });

  it('A-84: nothing that names the person is left in notices, requests and files', async () => {
    const user = await aSubscriber(db);
    const { userId, email } = user;
    const key = 'recordings/01m7ze8zwt49z022jxdf3deshc.mp3';
    await storage.put(key, Buffer.from('som'), { mime: 'audio/mpeg' });
    await db.insert(storedObjects).values({ key, bucket: 'recordings', size: 3, mime: 'audio/mpeg' });
    const delivered = {
      deliveredKey: key,
      deliveredName: 'Rádio da Ana.mp3',
      revisionNote: 'Ligue 11999990000',
    };
    const heardKey = 'recordings/01m7ze8zwt49z022jxdf3deshd.mp3';
    await storage.put(heardKey, Buffer.from('som'), { mime: 'audio/mpeg' });
    await db
      .insert(storedObjects)
      .values({ key: heardKey, bucket: 'recordings', size: 3, mime: 'audio/mpeg' });
    const request = await aRecordingRequest(db, { userId, ...delivered, heardKey });
    const about = { type: 'payment', title: 'Aviso' } as const;
    await notify(db, { ...about, body: 'Rádio da Ana: Natal', dedupeKey: `revision:${request.id}` });
    await notify(db, { ...about, body: `Pagamento de ${email}` });
    await notify(db, { ...about, body: 'Uma conta', dedupeKey: `fair-use:${userId}:2026-11-21` });
    await notify(db, { ...about, body: 'Outra rádio: Natal', dedupeKey: 'revision:de-outra' });
    await notify(db, { ...about, body: `Pagamento de mari${email}, x.${email}.br` });
    expect(await deleteAccount(deps, user)).toEqual({ ok: true });
    const [kept] = await db.select().from(recordingRequests).where(eq(recordingRequests.id, request.id));
    expect(kept).toMatchObject({ deliveredKey: null, deliveredName: null, revisionNote: null });
    for (const gone of [key, heardKey]) {
      expect(await storage.stat(gone)).toBeNull();
      expect(await db.select().from(storedObjects).where(eq(storedObjects.key, gone))).toEqual([]);
    }
    const left = await db
      .select({ body: notifications.body })
      .from(notifications)
      .orderBy(notifications.body);
    expect(left).toMatchObject([{ body: 'Outra rádio: Natal' }, { body: expect.stringContaining('mari') }]);
  });

  it('A-84: a store that is away does not keep an account; its files go with the trash', async () => {
    const user = await aSubscriber(db);
    await setAvatar(deps, user, gif);
    const away = { ...storage, delete: () => Promise.reject(new AppError('unavailable', 'fora do ar')) };
    expect(await deleteAccount({ ...deps, storage: away }, user)).toEqual({ ok: true });
    const key = `avatars/${user.userId}/avatar.gif`;
    const [picture] = await db.select().from(storedObjects).where(eq(storedObjects.key, key));
    expect(picture?.trashedAt).toEqual(expect.any(Date));
  });

  it('A-43: what the provider still ran has ended with the account, and its money stays counted', async () => {
    const user = await aSubscriber(db);
    const createdAt = new Date('2026-01-01T00:00:00Z');
    const facts = { customerId: 'cus_ido', userId: user.userId, createdAt };
    const endedAt = new Date('2026-02-01T00:00:00Z');
    await db.insert(providerSubscriptions).values([
      { ...facts, id: 'sub_ida', status: 'active' },
      { ...facts, id: 'sub_antes', status: 'canceled', endedAt },
    ]);
    await db.insert(payments).values({ ...facts, id: 'in_ido', status: 'paid', amountCents: 2990 });
    await deleteAccount(deps, user);
    const kept = await db
      .select()
      .from(providerSubscriptions)
      .where(eq(providerSubscriptions.customerId, 'cus_ido'))
      .orderBy(providerSubscriptions.id);
    expect(kept).toMatchObject([
      { id: 'sub_antes', userId: null, endedAt },
      { id: 'sub_ida', userId: null, status: 'canceled', endedAt: expect.any(Date) },
    ]);
    const [charge] = await db.select().from(payments).where(eq(payments.id, 'in_ido'));
    expect(charge).toMatchObject({ userId: null, amountCents: 2990 });
  });

  it('the last administrator cannot leave', async () => {
    const admin = await anAdmin(db);
    expect(await deleteAccount(deps, admin)).toEqual({ ok: false, reason: 'last-admin' });
    await anAdmin(db);
    expect(await deleteAccount(deps, admin)).toEqual({ ok: true });
  });

  it('A-84: what an administrator wrote of the person leaves the audit; what was done stays', async () => {
    const user = await aFullAccount();
    const admin = await anAdmin(db);
    const after = { planType: 'monthly', reason: 'Ana Souza ligou do 11 99999-0000' };
    await recordChange(db, admin, 'user.refund', user.userId, { after });
    expect(await deleteAccount(deps, user)).toEqual({ ok: true });
    const rows = await db.select().from(auditEntries).where(eq(auditEntries.entityId, user.userId));
    expect(rows.map((row) => [row.action, row.after])).toEqual([['user.refund', { planType: 'monthly' }]]);
  });

  it('the provider ends what it would still charge, and only that', async () => {
    const settings = readSettings({ DATA_DIR: folder, STRIPE_WEBHOOK_SECRET: 'whsec_teste' }, folder);
    const provider = openSimulatedPayments({ db, settings, clock: systemClock });
    const endedAt = new Date('2026-01-01T00:00:00Z');
    const customerId = 'cus_que_vai';
    const plan = { months: 12, priceCents: 100 };
    await changeLedger(db, customerId, (ledger) => {
      for (const id of ['sub_active', 'sub_over']) {
        subscribe(ledger, { id, priceId: pricesOf(settings).annual }, plan, true, new Date());
      }
      endNow(ledger, 'sub_over', endedAt);
    });
    const [close] = privacyJobs({ ...deps, payments: provider });
    await close!.run({ customerId } as never, new AbortController().signal);
    const { subscriptions: left } = await provider.fetchCustomer(customerId);
    expect(left.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    expect(left.find(({ id }) => id === 'sub_over')?.endedAt).toEqual(endedAt);
  });
});

describe('an avatar', () => {
  it('PRO-11, PRO-15: replaces the former one, also with another ending, under a new address', async () => {
    const user = await aUser(db);
    const first = await setAvatar(deps, user, gif);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const second = await setAvatar(deps, user, png);
    expect([first, second]).toEqual([
      { ok: true, avatarUrl: `/media/avatars/${user.userId}/avatar.gif?v=1` },
      { ok: true, avatarUrl: `/media/avatars/${user.userId}/avatar.png?v=2` },
    ]);
    expect(await storage.stat(`avatars/${user.userId}/avatar.gif`)).toBeNull();
    expect(await storage.stat(`avatars/${user.userId}/avatar.png`)).not.toBeNull();
    expect(await setAvatar(deps, user, Buffer.from('<svg onload="x"/>'))).toEqual({
      ok: false,
      reason: 'not-an-image',
      seen: 'SVG',
    });
  });
});

it('OPS-14: a sign-up that nobody confirmed within 30 days ends, with what names it', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const old = await aUser(db, { emailVerified: false, createdAt: daysAgo(31) });
  await notify(db, { type: 'sign-up', title: 'Novo cadastro', body: old.email });
  const kept = [
    await aUser(db, { emailVerified: false, createdAt: daysAgo(29) }),
    await aUser(db, { emailVerified: true, createdAt: daysAgo(31) }),
  ];
  await endUnconfirmed(deps);
  const left = await db.select({ id: users.id }).from(users);
  const has = (id: string) => left.some((user) => user.id === id);
  expect([has(old.userId), ...kept.map(({ userId }) => has(userId))]).toEqual([false, true, true]);
  expect(await db.$count(notifications, eq(notifications.body, old.email))).toBe(0);
});
