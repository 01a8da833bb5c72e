import { eq } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { profiles } from '#db/schema/accounts.ts';
import { auditEntries } from '#db/schema/site.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { anAdmin, aSubscriber, aSubscription, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { changeRoleSchema, grantPlanSchema, seenOf } from './access.ts';
import { changeRole, grantPlan, revokeAccess } from './change-access.server.ts';
import { listUsers, userFilterSchema } from './user-queries.server.ts';

const { db, bus, connectionString } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log: pino({ level: 'silent' }) });
const now = new Date('2026-11-21T12:00:00Z');
const deps = { db, bus, jobs, clock: { now: () => now } };
const all = userFilterSchema.parse({});

describe('two administrators at once', () => {
  it('A-66: who decides about another subscription than the one that is there is told, and nothing changes', async () => {
    const admin = await anAdmin(db);
    const user = await aSubscriber(db, {}, { planType: 'monthly', expiresAt: now });
    const shown = async () => {
      const { users } = await listUsers(db, admin, { ...all, q: user.email }, now);
      return seenOf(users[0]!.subscription);
    };
    const seen = await shown();
    const grant = { userId: user.userId, planType: 'lifetime', until: null, reason: 'parceria', seen };
    expect(await grantPlan(deps, admin, grantPlanSchema.parse(grant))).toEqual({ ok: true });
    const refused = { ok: false, reason: 'changed' };
    expect(await revokeAccess(deps, admin, { userId: user.userId, reason: 'tarde', seen })).toEqual(refused);
    expect(await grantPlan(deps, admin, grantPlanSchema.parse({ ...grant, planType: 'free' }))).toEqual(
      refused,
    );
    expect(await shown()).toBe('lifetime active open');
    const knowing = { userId: user.userId, reason: 'sabendo', seen: await shown() };
    expect(await revokeAccess(deps, admin, knowing)).toEqual({ ok: true });
    const nobody = await aUser(db);
    const first = { ...grant, userId: nobody.userId, seen: seenOf(null) };
    expect(await grantPlan(deps, admin, grantPlanSchema.parse(first))).toEqual({ ok: true });
  });
});

describe('the list of users', () => {
  it('USR-01, USR-02, USR-03: everyone, newest first, with the plan in words', async () => {
    const admin = await anAdmin(db, { createdAt: new Date('2026-01-01T00:00:00Z') });
    const active = await aSubscriber(
      db,
      { displayName: 'São João FM' },
      { planType: 'annual', expiresAt: null },
    );
    const expired = await aUser(db, { createdAt: new Date('2026-02-01T00:00:00Z') });
    await aSubscription(db, {
      userId: expired.userId,
      planType: 'monthly',
      status: 'active',
      expiresAt: new Date('2026-03-01T00:00:00Z'),
    });
    const none = await aUser(db, { createdAt: new Date('2026-01-15T00:00:00Z') });

    const { users, page } = await listUsers(db, admin, all, now);
    expect(page.total).toBe(users.length);
    expect(users.map(({ createdAt }) => createdAt)).toEqual(
      users
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    );
    const labelOf = (userId: string) => users.find((user) => user.userId === userId)!.subscriptionLabel;
    expect([active, expired, none].map(({ userId }) => labelOf(userId))).toEqual([
      'Anual',
      'Inativo',
      'Sem assinatura',
    ]);
  });

  it('USR-08: search folds accents, filters combine, strange text matches nothing and harms nothing', async () => {
    const admin = await anAdmin(db);
    const find = async (filter: object) =>
      (await listUsers(db, admin, userFilterSchema.parse(filter), now)).users;
    expect((await find({ q: 'sao JOAO' })).map(({ displayName }) => displayName)).toEqual(['São João FM']);
    expect(await find({ q: 'sao', plano: 'monthly' })).toEqual([]);
    expect(await find({ q: "%' or 1=1 --" })).toEqual([]);
    expect(await find({ q: '%' })).toEqual([]);
    expect(await find({ plano: 'nonsense', pagina: 'x' })).not.toEqual([]);
  });
});

describe('access by hand', () => {
  it('USR-05, USR-06: revokes a subscriber, refuses administrators, leaves an audit line', async () => {
    const admin = await anAdmin(db);
    const subscriber = await aSubscriber(db);
    const input = { userId: subscriber.userId, reason: 'pediu' };
    expect(await revokeAccess(deps, admin, input)).toEqual({ ok: true });
    expect(await revokeAccess(deps, admin, { ...input, userId: admin.userId })).toEqual({
      ok: false,
      reason: 'is-admin',
    });
    const lines = await db.select().from(auditEntries).where(eq(auditEntries.entityId, subscriber.userId));
    expect(lines).toMatchObject([
      { action: 'user.revoke', before: { status: 'active' }, after: { status: 'inactive', reason: 'pediu' } },
    ]);
  });

  it('S08: a user is found by either form of the domain, and shown with its letters', async () => {
    const admin = await anAdmin(db);
    const { userId } = await aUser(db, { email: 'joana@xn--rdio-5na.com.br' });
    for (const q of ['joana@rádio.com.br', 'rádio.com.br', 'xn--rdio-5na', 'joana']) {
      const { users } = await listUsers(db, admin, userFilterSchema.parse({ q }), now);
      expect(
        users.map((user) => [user.userId, user.email]),
        q,
      ).toEqual([[userId, 'joana@rádio.com.br']]);
    }
  });

  it('A-85: a plan until a day holds to the end of that Brazilian day', async () => {
    const admin = await anAdmin(db);
    const user = await aUser(db, { displayName: 'Até o dia 30' });
    const input = grantPlanSchema.parse({
      userId: user.userId,
      planType: 'lifetime',
      until: '2026-11-30',
      reason: 'parceria',
    });
    expect(input.until).toEqual(new Date('2026-12-01T02:59:59Z'));
    expect(await grantPlan(deps, admin, input)).toEqual({ ok: true });
    const { users } = await listUsers(db, admin, userFilterSchema.parse({ q: 'dia 30' }), now);
    expect(users[0]).toMatchObject({ subscriptionLabel: 'Vitalício' });
    expect(grantPlanSchema.parse({ ...input, until: '' }).until).toBeNull();
    const typed = { ...input, until: '31/12/2026' };
    expect(grantPlanSchema.parse(typed).until, 'S07').toEqual(new Date('2027-01-01T02:59:59Z'));
    const wrong = grantPlanSchema.safeParse({ ...input, until: '31/02/2026' });
    expect(wrong.error?.issues[0]?.message, 'S07').toBe('Data inválida. Exemplo: 30/06/2026.');
  });

  it('the last administrator stays, also when two demote each other at once', async () => {
    await db.update(profiles).set({ role: 'user' });
    const [ana, bia] = [await anAdmin(db), await anAdmin(db)];
    const demote = (userId: string) => changeRoleSchema.parse({ userId, role: 'user', reason: 'saiu' });
    const outcomes = await Promise.all([
      changeRole(deps, ana, demote(bia.userId)),
      changeRole(deps, bia, demote(ana.userId)),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const admins = await db.select().from(profiles).where(eq(profiles.role, 'admin'));
    expect(admins).toHaveLength(1);
  });
});
