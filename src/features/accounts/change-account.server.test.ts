import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accountLinks, profiles, rateLimits, sessions, users } from '#db/schema/accounts.ts';
import { evenTime, testAccounts, Visitor } from '#tests/accounts.ts';
import {
  changePassword,
  confirmEmailChange,
  requestEmailChange,
  saveAccount,
  signOut,
  signOutEverywhere,
  updateDisplayName,
  verifyPassword,
} from './change-account.server.ts';
import { tidyAccounts } from './jobs.server.ts';

const site = await testAccounts({ evenTime });
const { db, auth, post, mailsTo, confirmed, signedIn, viewers, clock } = site;

const login = (email: string, password: string, visitor = new Visitor()) =>
  post(visitor, '/sign-in/email', { email, password });
const viewerOf = async (visitor: Visitor) => (await viewers.read(visitor.request('/')))!;
const userOf = async (visitor: Visitor) => (await viewerOf(visitor)).user;

describe('passwords', () => {
  it('AUT-16: recovery by mail sets a new password, ends sessions and works once', async () => {
    const email = 'esquecida@radio.com';
    const before = await signedIn(email, 'antiga-1');
    expect((await post(new Visitor(), '/request-password-reset', { email })).status).toBe(200);
    const [letter] = await mailsTo(email);
    const link = new URL(letter!.links.find((each) => each.includes('/auth/nova-senha'))!);
    const token = link.searchParams.get('token')!;
    expect(await auth.findPasswordLink(token)).toBe('recovery');
    const short = await post(new Visitor(), '/reset-password', { token, newPassword: '123' });
    expect(short.status).toBe(400);
    expect((await post(new Visitor(), '/reset-password', { token, newPassword: 'nova-12' })).status).toBe(
      200,
    );
    expect((await mailsTo(email))[0]!.subject).toBe('Sua senha foi alterada · Sonoteca');
    expect(await auth.findPasswordLink(token)).toBeNull();
    const again = await post(new Visitor(), '/reset-password', { token, newPassword: 'outra-12' });
    expect(again.status).toBe(400);
    expect((await again.json()).message).toBe('Este link não vale mais. Peça um novo.');
    expect(await viewers.read(before.request('/'))).toBeNull();
    expect((await login(email, 'antiga-1')).status).toBe(401);
    expect((await login(email, 'nova-12')).status).toBe(200);
  });

  it('AUT-16: recovery also confirms the address of an account that never was', async () => {
    const email = 'nunca-confirmada@radio.com';
    await post(new Visitor(), '/sign-up/email', { email, password: 'segredo' });
    await post(new Visitor(), '/request-password-reset', { email });
    const [letter] = await mailsTo(email);
    const token = new URL(letter!.links.find((each) => each.includes('nova-senha'))!).searchParams.get(
      'token',
    );
    await post(new Visitor(), '/reset-password', { token, newPassword: 'nova-12' });
    expect((await login(email, 'nova-12')).status).toBe(200);
  });

  it('AUT-17: recovery answers the same for known and unknown e-mails', async () => {
    await confirmed('existe@radio.com');
    const answers = await Promise.all(
      ['existe@radio.com', 'nao-existe@radio.com'].map(async (email) => {
        const began = performance.now();
        const answer = await post(new Visitor(), '/request-password-reset', { email });
        const slow = performance.now() - began >= evenTime - 5;
        return { status: answer.status, body: await answer.text(), slow };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 200, slow: true });
    expect(await mailsTo('nao-existe@radio.com')).toEqual([]);
  });

  it('A-23: a change asks for the current password and ends the other sessions', async () => {
    const email = 'troca@radio.com';
    const here = await signedIn(email, 'antiga-1');
    const there = new Visitor();
    await login(email, 'antiga-1', there);
    const wrong = await changePassword(site, here.request('/profile', { method: 'POST' }), {
      currentPassword: 'errada',
      newPassword: 'nova-12',
    });
    expect(wrong).toMatchObject({ ok: false, reason: 'wrong-password' });
    const done = await changePassword(site, here.request('/profile', { method: 'POST' }), {
      currentPassword: 'antiga-1',
      newPassword: 'nova-12',
    });
    if (!done.ok) throw new Error(done.message);
    expect(await viewers.read(there.request('/'))).toBeNull();
    expect(await viewers.read(here.request('/'))).toBeNull();
    here.take(done.cookies);
    expect((await viewers.read(here.request('/')))?.user.email).toBe(email);
    expect((await login(email, 'antiga-1')).status).toBe(401);
    expect((await mailsTo(email))[0]!.subject).toBe('Sua senha foi alterada · Sonoteca');
  });

  it('A-23: the call of the outside ends other sessions too, whatever it says', async () => {
    const email = 'troca-direta@radio.com';
    const here = await signedIn(email, 'antiga-1');
    const there = new Visitor();
    await login(email, 'antiga-1', there);
    const body = { currentPassword: 'antiga-1', newPassword: 'nova-12', revokeOtherSessions: false };
    expect((await post(here, '/change-password', body)).status).toBe(200);
    expect(await viewers.read(there.request('/'))).toBeNull();
    expect(await viewers.read(here.request('/'))).not.toBeNull();
    expect((await post(new Visitor(), '/change-password', body)).status).toBe(401);
  });

  it('A-26: wrong answers to the question for the current password count for their session alone', async () => {
    const stolen = await viewerOf(await signedIn('pergunta@radio.com'));
    const elsewhere = new Visitor();
    await login('pergunta@radio.com', 'segredo-1', elsewhere);
    for (let i = 0; i < 10; i++) expect(await verifyPassword(site, stolen, 'errada')).toBe(false);
    await expect(verifyPassword(site, stolen, 'segredo-1')).rejects.toMatchObject({ kind: 'rate-limited' });
    expect(await verifyPassword(site, await viewerOf(elsewhere), 'segredo-1')).toBe(true);
    clock.pass(61);
    expect(await verifyPassword(site, stolen, 'segredo-1')).toBe(true);
  });
});

describe('a change of e-mail', () => {
  const linkTo = async (email: string) => {
    const [letter] = await mailsTo(email);
    return new URL(letter!.links.find((each) => each.includes('troca='))!).searchParams.get('troca')!;
  };

  it('A-22: waits for the new address, asks for the password and tells the old one', async () => {
    const visitor = await signedIn('velho@radio.com');
    const viewer = await viewerOf(visitor);
    const ask = (currentPassword: string, email = 'novo@radio.com') =>
      requestEmailChange(site, viewer, { email, currentPassword });
    expect(await ask('errada')).toEqual({ ok: false, reason: 'wrong-password' });
    expect(await ask('segredo-1', 'velho@radio.com')).toEqual({ ok: false, reason: 'same-email' });
    expect(await ask('segredo-1')).toEqual({ ok: true });
    expect((await userOf(visitor)).email).toBe('velho@radio.com');
    expect((await mailsTo('velho@radio.com'))[0]).toMatchObject({
      subject: 'Pedido de troca de e-mail · Sonoteca',
      text: expect.stringContaining('novo@radio.com'),
    });
    const secret = await linkTo('novo@radio.com');
    expect(JSON.stringify(await db.select().from(accountLinks))).not.toContain(secret);
    expect(await confirmEmailChange(site, secret)).toBe('changed');
    expect(await confirmEmailChange(site, secret)).toBe('expired');
    expect((await userOf(visitor)).email).toBe('novo@radio.com');
    expect((await login('velho@radio.com', 'segredo-1')).status).toBe(401);
    expect((await login('novo@radio.com', 'segredo-1')).status).toBe(200);
    expect((await mailsTo('velho@radio.com'))[0]!.subject).toContain('foi trocado');
  });

  it('A-25: a taken address answers the same, and its owner is told', async () => {
    await confirmed('ocupado@radio.com');
    const viewer = await viewerOf(await signedIn('quer@radio.com'));
    const asked = await requestEmailChange(site, viewer, {
      email: 'ocupado@radio.com',
      currentPassword: 'segredo-1',
    });
    expect(asked).toEqual({ ok: true });
    expect((await mailsTo('ocupado@radio.com'))[0]!.subject).toContain('já tem uma conta');
  });

  it('is taken when somebody else was faster, and over after a day or a new password', async () => {
    const viewer = await viewerOf(await signedIn('lento@radio.com'));
    const ask = (email: string) => requestEmailChange(site, viewer, { email, currentPassword: 'segredo-1' });
    await ask('disputado@radio.com');
    const disputed = await linkTo('disputado@radio.com');
    await confirmed('disputado@radio.com');
    expect(await confirmEmailChange(site, disputed)).toBe('taken');
    await ask('tarde@radio.com');
    clock.pass(25 * 3600);
    expect(await confirmEmailChange(site, await linkTo('tarde@radio.com'))).toBe('expired');
    await ask('desfeito@radio.com');
    const visitor = new Visitor();
    await login('lento@radio.com', 'segredo-1', visitor);
    await post(visitor, '/change-password', { currentPassword: 'segredo-1', newPassword: 'nova-12' });
    expect(await confirmEmailChange(site, await linkTo('desfeito@radio.com'))).toBe('expired');
  });
});

describe('sessions and profiles', () => {
  it('sign-out ends the session on the server', async () => {
    const visitor = await signedIn('sai@radio.com');
    const cookie = visitor.cookie;
    expect(await viewers.read(cookie)).not.toBeNull();
    const lines = await signOut(site, visitor.request('/auth/sair', { method: 'POST' }));
    expect(lines.join()).toMatch(/sonoteca\.session_token=;.*Max-Age=0/);
    expect(await viewers.read(cookie)).toBeNull();
    expect(
      await db
        .select()
        .from(sessions)
        .where(eq(sessions.token, auth.cookies.read(cookie)!)),
    ).toEqual([]);
    await expect(signOut(site, new Visitor().request('/', { method: 'POST' }))).resolves.toBeDefined();
  });

  it('signing out everywhere ends all of one user and of nobody else', async () => {
    const [one, other] = [await signedIn('todos@radio.com'), await signedIn('outra@radio.com')];
    const second = new Visitor();
    await login('todos@radio.com', 'segredo-1', second);
    const user = await userOf(one);
    await userOf(second);
    await signOutEverywhere(site, user.userId);
    expect(await viewers.read(one.cookie)).toBeNull();
    expect(await viewers.read(second.cookie)).toBeNull();
    expect(await viewers.read(other.cookie)).not.toBeNull();
  });

  it('AUT-13: a lost profile is made again at the next look, with role user', async () => {
    const visitor = await signedIn('sem-perfil@radio.com');
    const user = await userOf(visitor);
    await db.delete(profiles).where(eq(profiles.userId, user.userId));
    await site.bus.publish('viewer', user.userId);
    expect(await userOf(visitor)).toMatchObject({ userId: user.userId, role: 'user', displayName: '' });
    expect(await db.select().from(profiles).where(eq(profiles.userId, user.userId))).toHaveLength(1);
  });

  it('SEC-02: a display name is one’s own, and is seen at once', async () => {
    const visitor = await signedIn('nome@radio.com');
    const stranger = await signedIn('alheia@radio.com');
    await updateDisplayName(site, await userOf(visitor), 'Rádio Nome');
    expect((await userOf(visitor)).displayName).toBe('Rádio Nome');
    expect((await userOf(stranger)).displayName).toBe('');
  });

  it('makes accounts for the command line, and promotes existing ones', async () => {
    const made = await saveAccount(site, { email: 'chefe@radio.com', password: 'segredo-1', role: 'admin' });
    expect(made.isNew).toBe(true);
    const visitor = new Visitor();
    expect((await login('chefe@radio.com', 'segredo-1', visitor)).status).toBe(200);
    expect((await userOf(visitor)).role).toBe('admin');
    const promoted = await signedIn('promovida@radio.com');
    expect((await userOf(promoted)).role).toBe('user');
    const again = await saveAccount(site, { email: 'promovida@radio.com', role: 'admin' });
    expect(again.isNew).toBe(false);
    expect((await userOf(promoted)).role).toBe('admin');
    expect((await login('promovida@radio.com', 'segredo-1')).status).toBe(200);
  });

  it('tidies up what is over', async () => {
    const visitor = await signedIn('antiga@radio.com');
    clock.pass(40 * 86_400);
    await tidyAccounts(site);
    expect(await db.select().from(sessions)).toEqual([]);
    expect(await db.select().from(rateLimits)).toEqual([]);
    expect(await viewers.read(visitor.cookie)).toBeNull();
    expect((await db.select().from(users)).length).toBeGreaterThan(0);
  });
});
