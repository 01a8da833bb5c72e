import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailRecords, signIns, twoFactors, users } from '#db/schema/accounts.ts';
import { auditEntries } from '#db/schema/site.ts';
import { payments, providerSubscriptions } from '#db/schema/subscriptions.ts';
import { tidyAccounts } from '#features/accounts/jobs.server.ts';
import { mostSignIns, recordsDays } from '#features/accounts/records.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { newId } from '#platform/ids.ts';
import type { Place } from '#platform/list.ts';
import { testAccounts, Visitor } from '#tests/accounts.ts';
import { aCreditLot, aDownload, anAdmin, aRecordingRequest, aUser } from '#tests/builders.ts';
import { findAccount, suggestAccounts } from './account-queries.server.ts';
import { confirmAgain, endAllSessions, endOneSession, liftLocks } from './help-account.server.ts';
import { type HistoryName, historyNames } from './histories.ts';
import { listHistoryOf } from './history-queries.server.ts';

const site = await testAccounts();
const { db, clock, post, confirmed, signedIn, viewers, mailsTo } = site;
const admin = await anAdmin(db);

const idOf = async (email: string) =>
  (await db.select({ id: users.id }).from(users).where(eq(users.email, email)))[0]!.id;
const look = async (userId: string, sessionId = 'none') =>
  (await findAccount(
    db,
    admin,
    { userId, sessionId },
    { requiresSecondStep: false, isMaintenance: false },
    clock.now(),
  ))!;
const audited = async (userId: string) =>
  (
    await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entityId, userId))
      .orderBy(desc(auditEntries.createdAt))
  ).map(({ action, actorId }) => ({ action, actorId }));
const login = (email: string, password: string, visitor = new Visitor()) =>
  post(visitor, '/sign-in/email', { email, password });

describe('A-134: an account as its page shows it', () => {
  it('an account that does not exist is none', async () => {
    expect(await look('nobody')).toBeNull();
  });

  it('ten wrong passwords lock it, from anywhere and in a known place, until an administrator lifts it', async () => {
    const email = 'travada@radio.com';
    const known = await signedIn(email);
    const userId = await idOf(email);
    expect((await look(userId)).causes[0].name).toBe('no-plan');
    for (let i = 0; i < 11; i++) await login(email, 'errada', known);
    const locked = await look(userId);
    expect(locked.causes[0]).toMatchObject({ name: 'locked-password', mend: 'unlock' });
    expect(locked.locks).toMatchObject([{ of: 'password', tries: 10 }]);
    expect((await login(email, 'segredo-1', known)).status).toBe(429);
    for (let i = 0; i < 11; i++) await login(email, 'errada');
    expect(await liftLocks(site, admin, { userId })).toEqual({ ok: true });
    expect((await look(userId)).locks).toEqual([]);
    expect((await login(email, 'segredo-1', known)).status).toBe(200);
    expect((await login(email, 'segredo-1')).status).toBe(200);
    expect(await audited(userId)).toEqual([{ action: 'user.unlock', actorId: admin.userId }]);
  });

  it('wrong codes lock it too; a lock that is over is none', async () => {
    await confirmed('codigos@radio.com');
    const userId = await idOf('codigos@radio.com');
    const lockedUntil = new Date(clock.now().getTime() + 60_000);
    const step = {
      id: newId(),
      userId,
      secret: 'x',
      backupCodes: 'x',
      failedVerificationCount: 5,
      lockedUntil,
    };
    await db.insert(twoFactors).values(step);
    expect((await look(userId)).locks).toEqual([{ of: 'code', until: lockedUntil, tries: 5 }]);
    await liftLocks(site, admin, { userId });
    expect((await look(userId)).locks).toEqual([]);
    await db.update(twoFactors).set({ lockedUntil: new Date(clock.now().getTime() - 1) });
    expect((await look(userId)).locks).toEqual([]);
  });

  it('an unconfirmed one gets another link, three in ten minutes; a confirmed one none', async () => {
    const email = 'espera@radio.com';
    await post(new Visitor(), '/sign-up/email', { email, password: 'segredo-1', name: 'Espera' });
    const userId = await idOf(email);
    expect((await look(userId)).causes[0]).toMatchObject({ name: 'unconfirmed', mend: 'confirm' });
    expect(await confirmAgain(site, admin, { userId })).toEqual({ ok: true });
    const [newest] = await mailsTo(email);
    const [, token = ''] = /token=([\w-]+)/.exec(newest!.links.join(' '))!;
    expect(await site.auth.confirmEmail(token, new Visitor().request('/'))).toBe('choose');
    await confirmAgain(site, admin, { userId });
    await confirmAgain(site, admin, { userId });
    await expect(confirmAgain(site, admin, { userId })).rejects.toMatchObject({ kind: 'rate-limited' });
    expect((await mailsTo(email)).length).toBe(4);
    expect(await audited(userId)).toHaveLength(3);
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
    expect(await confirmAgain(site, admin, { userId })).toEqual({ ok: false, reason: 'confirmed' });
    expect(await confirmAgain(site, admin, { userId: 'nobody' })).toMatchObject({ reason: 'unknown-user' });
  });
});

describe('A-134: what happened to an account', () => {
  const now = new Date();
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const linesOf = async (userId: string, name: HistoryName, place: Place = { pagina: 1 }) =>
    listHistoryOf(db, admin, { userId, name }, place, now);

  it('is told newest first, and of this account only', async () => {
    const { userId, email } = await aUser(db, { displayName: 'Rádio Serra Azul' });
    const mail = { userId, subject: 'Boas-vindas', tries: 1, answer: null };
    const at = (hours: number) => ({ createdAt: ago(hours), triedAt: ago(hours) });
    await db.insert(mailRecords).values([
      { ...mail, id: newId(), state: 'sent', ...at(1) },
      { ...mail, id: newId(), state: 'delayed', answer: '451 Later', tries: 2, ...at(2) },
      { ...mail, id: newId(), state: 'delayed', ...at(30) },
      { ...mail, id: newId(), state: 'refused', answer: '550 No', ...at(40) },
      { ...mail, id: newId(), userId: admin.userId, state: 'sent', ...at(1) },
    ]);
    const charge = { customerId: 'cus', planType: 'annual', amountCents: 21_000 };
    await db.insert(payments).values([
      { ...charge, id: 'in_1', userId, status: 'paid', createdAt: ago(2) },
      { ...charge, id: 'in_2', userId, status: 'refunded', refundedCents: 21_000, createdAt: ago(1) },
      { ...charge, id: 'in_3', userId: null, status: 'paid', createdAt: ago(1) },
    ]);
    const run = { id: 'sub_1', customerId: 'cus', userId, planType: 'annual', status: 'active' };
    await db.insert(providerSubscriptions).values({ ...run, createdAt: ago(3), startedAt: ago(3) });
    await recordChange(db, admin, 'user.grant', userId, {
      after: { planType: 'annual', reason: 'Parceria' },
    });
    await aCreditLot(db, { userId, amount: 100 });
    await aRecordingRequest(db, { userId, radioName: 'Rádio Serra Azul' });
    await aDownload(db, { userId });
    await db.insert(signIns).values({ id: newId(), userId, userAgent: null, createdAt: ago(1) });
    const told = async (name: HistoryName) =>
      (await linesOf(userId, name)).lines.map(({ text, detail, state }) => [text, detail, state?.text]);
    expect(await told('emails')).toEqual([
      ['Boas-vindas', '', 'Aceito'],
      ['Boas-vindas', '2 tentativas · 451 Later', 'Adiado'],
      ['Boas-vindas', '', 'Não chegou'],
      ['Boas-vindas', '550 No', 'Recusado'],
    ]);
    expect(await told('plano')).toEqual([
      ['Plano concedido', `Motivo: Parceria, Plano: Anual · por ${admin.email}`, undefined],
      ['Assinatura Anual', expect.stringMatching(/^paga desde .* · sub_1$/), 'Em vigor'],
    ]);
    expect(await told('pagamentos')).toEqual([
      ['R$ 210,00, Anual', 'R$ 210,00 reembolsados · in_2', 'Reembolsado'],
      ['R$ 210,00, Anual', 'in_1', 'Pago'],
    ]);
    expect(await told('creditos')).toMatchObject([[expect.any(String), expect.any(String), '+100']]);
    expect(await told('pedidos')).toMatchObject([['Rádio Serra Azul', expect.any(String), 'Pendente']]);
    expect(await told('downloads')).toHaveLength(1);
    expect(await told('logins')).toHaveLength(1);
    const stranger = await aUser(db);
    for (const name of historyNames) expect((await linesOf(stranger.userId, name)).lines).toEqual([]);
    expect(await suggestAccounts(db, admin, 'serra azul', now)).toMatchObject([
      { label: 'Rádio Serra Azul', hint: `Conta · ${email}`, to: `/admin/users/${userId}` },
    ]);
  });

  it('is read by key, also where it is made of two tables', async () => {
    const { userId } = await aUser(db);
    const runs = Array.from({ length: 40 }, (_, n) => ({
      id: `sub_p${n}`,
      customerId: 'cus',
      userId,
      status: 'active',
      createdAt: ago(n),
    }));
    await db.insert(providerSubscriptions).values(runs);
    for (let n = 0; n < 20; n++) await recordChange(db, admin, 'user.role', userId);
    const first = await linesOf(userId, 'plano');
    expect(first).toMatchObject({ lines: { length: 50 }, page: { total: 60, pages: 2 } });
    const { after } = first.page;
    const next = await linesOf(userId, 'plano', { pagina: 2, depois: after! });
    expect(next.lines.map(({ id }) => id)).toEqual(runs.slice(30).map(({ id }) => id));
  });
});

describe('A-134: sessions and sign-ins', () => {
  it('ends one, and only of this account; then the others but the administrator’s own', async () => {
    const email = 'sessoes@radio.com';
    const mine = await signedIn(email);
    const [second, third] = [new Visitor(), new Visitor()];
    for (const visitor of [second, third]) await login(email, 'segredo-1', visitor);
    const own = (await viewers.read(mine.cookie))!;
    const { userId } = own.user;
    const page = await look(userId, own.sessionId);
    expect(page.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    const { sessionId } = (await viewers.read(second.cookie))!;
    const other = { userId: admin.userId, id: sessionId };
    expect(await endOneSession(site, admin, other)).toEqual({ ok: false, reason: 'gone' });
    expect(await endOneSession(site, admin, { userId, id: sessionId })).toEqual({ ok: true });
    expect(await viewers.read(second.cookie)).toBeNull();
    const request = mine.request('/admin/users/x');
    expect(await endAllSessions(site, admin, { userId }, { request })).toEqual({ ok: true });
    expect(await viewers.read(third.cookie)).toBeNull();
    expect(await viewers.read(mine.cookie)).not.toBeNull();
    expect((await audited(userId)).map(({ action }) => action)).toEqual(['user.sessions', 'user.sessions']);
  });

  it('keeps the newest twenty sign-ins for 90 days, by device', async () => {
    const email = 'entra@radio.com';
    const visitor = await confirmed(email);
    const userId = await idOf(email);
    const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/149.0.0.0' };
    for (let i = 0; i < mostSignIns + 2; i++) {
      await post(visitor, '/sign-in/email', { email, password: 'segredo-1' }, agent);
      clock.pass(1);
    }
    await login(email, 'errada');
    const { signIns: kept, lastSignIn } = await look(userId);
    expect(kept).toHaveLength(mostSignIns);
    expect(kept[0]).toMatchObject({ name: 'Chrome no Windows', at: lastSignIn });
    clock.pass(recordsDays * 86_400);
    await tidyAccounts(site);
    expect(await db.select().from(signIns).where(eq(signIns.userId, userId))).toEqual([]);
  });
});
