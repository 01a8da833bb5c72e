import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { profiles, sessions } from '#db/schema/accounts.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { requireAdmin, requireUser } from '#features/accounts/gates.server.ts';
import { testAccounts, type Visitor } from '#tests/accounts.ts';
import { aSubscription } from '#tests/builders.ts';
import { requireSubscriber, subscriberOf } from './gates.server.ts';

const site = await testAccounts();
const { db, bus, clock, viewers, signedIn, auth } = site;
const read = (visitor: Visitor) => viewers.read(visitor.request('/'));
const userIdOf = async (visitor: Visitor) => (await read(visitor))!.user.userId;

describe('a session', async () => {
  const { clock, viewers, signedIn } = await testAccounts({ session: { seconds: 600, renewAfter: 100 } });

  it('AUT-14: renews the session without the user noticing, and its end leads to /auth', async () => {
    const visitor = await signedIn('renova@radio.com');
    const soon = viewers.open(visitor.request('/library'));
    expect(await soon.read()).not.toBeNull();
    expect(soon.setCookies()).toEqual([]);

    clock.pass(150);
    const later = viewers.open(visitor.request('/library'));
    expect(await later.read()).not.toBeNull();
    expect(later.setCookies()).toHaveLength(1);
    expect(later.setCookies()[0]).toContain(`${visitor.cookie.split(';')[0]};`);
    expect(later.setCookies()[0]).toContain('Max-Age=600');

    clock.pass(550);
    expect(await viewers.read(visitor.request('/'))).not.toBeNull();
    clock.pass(60);
    const over = viewers.open(visitor.request('/library'));
    expect(await over.read()).toBeNull();
    expect(over.setCookies()).toEqual([]);
    expect(() => requireUser(null)).toThrow('Faça login para continuar.');
  });
});

describe('the reader of viewers', () => {
  it('asks the database once in 30 seconds', async () => {
    const visitor = await signedIn('memoria@radio.com');
    const userId = await userIdOf(visitor);
    await db.update(profiles).set({ displayName: 'Por fora' }).where(eq(profiles.userId, userId));
    expect((await read(visitor))?.user.displayName).toBe('');
    clock.pass(31);
    expect((await read(visitor))?.user.displayName).toBe('Por fora');
  });

  it('forgets a user, or everybody, when the bus says so', async () => {
    const visitor = await signedIn('esquece@radio.com');
    const userId = await userIdOf(visitor);
    const rename = (displayName: string) =>
      db.update(profiles).set({ displayName }).where(eq(profiles.userId, userId));
    await rename('Um');
    await bus.publish('viewer', 'outra-pessoa');
    expect((await read(visitor))?.user.displayName).toBe('');
    await bus.publish('viewer', userId);
    expect((await read(visitor))?.user.displayName).toBe('Um');
    await rename('Dois');
    await bus.publish('viewer');
    expect((await read(visitor))?.user.displayName).toBe('Dois');
  });

  it('keeps nothing that was read before a change and arrived after it', async () => {
    const visitor = await signedIn('corrida@radio.com');
    const reading = read(visitor);
    await bus.publish('viewer');
    await reading;
    await db.delete(sessions);
    expect(await read(visitor)).toBeNull();
  });

  it('reads a session once when many ask at the same moment', async () => {
    const visitor = await signedIn('muitos@radio.com');
    const all = await Promise.all(Array.from({ length: 20 }, () => read(visitor)));
    expect(new Set(all.map((viewer) => viewer?.sessionId)).size).toBe(1);
  });

  it('knows no one by a forged cookie', async () => {
    const visitor = await signedIn('falsa@radio.com');
    const token = auth.cookies.read(visitor.cookie)!;
    expect(await viewers.read(`sonoteca.session_token=${token}.AAAA`)).toBeNull();
    expect(await viewers.read(null)).toBeNull();
  });
});

describe('entitlement', () => {
  it('A-06: ends at the very moment the plan ends, remembered or not', async () => {
    const visitor = await signedIn('prazo@radio.com');
    const userId = await userIdOf(visitor);
    expect((await read(visitor))?.entitled).toBe(false);
    await aSubscription(db, { userId, expiresAt: new Date(clock.now().getTime() + 20_000) });
    await bus.publish('viewer', userId);
    expect((await read(visitor))?.entitled).toBe(true);
    clock.pass(21);
    expect((await read(visitor))?.entitled).toBe(false);
  });

  it('A-05: the gate lets each paid plan pass and refuses the rest', async () => {
    const visitor = await signedIn('planos@radio.com');
    const userId = await userIdOf(visitor);
    expect(() => requireSubscriber(null)).toThrow('Faça login');
    const viewer = await read(visitor);
    expect(() => requireSubscriber(viewer)).toThrow('É preciso ter uma assinatura ativa.');
    expect(subscriberOf(viewer)).toBeNull();
    await aSubscription(db, { userId });
    const open: Record<string, boolean> = {};
    for (const planType of ['monthly', 'semester', 'annual', 'lifetime', 'free']) {
      await db.update(subscriptions).set({ planType }).where(eq(subscriptions.userId, userId));
      await bus.publish('viewer', userId);
      open[planType] = subscriberOf(await read(visitor)) !== null;
    }
    expect(open).toEqual({ monthly: true, semester: true, annual: true, lifetime: true, free: false });
  });

  it('A-06, SEC-01: administrators pass every gate, others not the administrators’ own', async () => {
    const visitor = await signedIn('chefia@radio.com');
    expect(() => requireAdmin(null)).toThrow(expect.objectContaining({ status: 401 }));
    const before = await read(visitor);
    expect(() => requireAdmin(before)).toThrow(expect.objectContaining({ status: 403 }));
    const userId = before!.user.userId;
    await db.update(profiles).set({ role: 'admin' }).where(eq(profiles.userId, userId));
    await bus.publish('viewer', userId);
    const after = await read(visitor);
    expect(requireAdmin(after).role).toBe('admin');
    expect(requireSubscriber(after).userId).toBe(userId);
    await db.update(profiles).set({ role: 'moderator' }).where(eq(profiles.userId, userId));
    await bus.publish('viewer', userId);
    expect((await read(visitor))?.user.role).toBe('user');
  });
});
