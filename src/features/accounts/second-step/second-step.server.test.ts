import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { profiles, sessions, twoFactors, users } from '#db/schema/accounts.ts';
import { publicUrl, testAccounts, Visitor } from '#tests/accounts.ts';
import { Authenticator } from '#tests/authenticator.ts';
import { cheapPasswords } from '#tests/passwords.ts';
import { totpOf } from '#tests/totp.ts';
import { openAuth } from '../gateway.server.ts';
import {
  addPasskey,
  beginApp,
  beginPasskey,
  confirmApp,
  removeApp,
  removePasskey,
  renewCodes,
  resetSecondStep,
} from './change-second-step.server.ts';
import { callOfCode, codeForm } from './model.ts';
import { findSecondStep } from './queries.server.ts';

const site = await testAccounts();
const { db, auth, clock, viewers, post, signedIn, mailsTo } = site;
const password = 'segredo-1';
const wrong1 = { password: 'errada-1', code: '' };

const viewerOf = async (visitor: Visitor) => (await viewers.read(visitor.cookie))!;
const form = (visitor: Visitor) => visitor.request('/profile', { method: 'POST' });
const login = (email: string, visitor = new Visitor()) =>
  post(visitor, '/sign-in/email', { email, password });
const openSessions = (visitor: { userId: string }) =>
  db.$count(sessions, eq(sessions.userId, visitor.userId));

async function step(visitor: Visitor, typed: string) {
  const { path, code } = callOfCode(codeForm.parse({ code: typed }).code);
  return post(visitor, path, { code });
}

async function withApp(visitor: Visitor, code = '') {
  const begun = await beginApp(site, await viewerOf(visitor), { password, code }, form(visitor));
  if (!begun.ok || !begun.app) throw new Error('no app');
  const { secret } = begun.app;
  const done = await confirmApp(site, await viewerOf(visitor), totpOf(secret), form(visitor));
  if (!done.ok) throw new Error(done.message);
  visitor.take(done.cookies ?? []);
  return { secret, codes: begun.codes ?? [] };
}

async function withPasskey(visitor: Visitor, device = new Authenticator(publicUrl), code = '') {
  const begun = await beginPasskey(site, await viewerOf(visitor), { password, code }, form(visitor));
  if (!begun.ok || !begun.options) throw new Error('no options');
  visitor.take(begun.cookies ?? []);
  const made = { response: device.create(begun.options), name: 'Notebook' };
  const done = await addPasskey(site, await viewerOf(visitor), made, form(visitor));
  if (done.ok) visitor.take(done.cookies ?? []);
  return { device, codes: begun.codes, done };
}

async function byPasskey(visitor: Visitor, device: Authenticator, at = auth) {
  const asked = await at.call('/passkey/generate-authenticate-options', {}, visitor.request('/auth'));
  visitor.take(asked.cookies);
  const response = device.get(asked.body as { challenge: string });
  const outcome = await at.call('/passkey/verify-authentication', { response }, visitor.request('/auth'));
  visitor.take(outcome.cookies);
  return outcome;
}

describe('B.11: an app for codes', () => {
  it('is on only once a code of it was shown; then sessions of the password alone end', async () => {
    const visitor = await signedIn('liga@radio.com');
    const other = new Visitor();
    await login('liga@radio.com', other);
    const { user } = await viewerOf(visitor);
    const wrong = await beginApp(site, await viewerOf(visitor), wrong1, form(visitor));
    expect(wrong).toEqual({ ok: false, message: 'Senha atual incorreta' });
    const begun = await beginApp(site, await viewerOf(visitor), { password, code: '' }, form(visitor));
    expect(begun).toMatchObject({ ok: true, codes: { length: 10 } });
    expect((await login('liga@radio.com')).headers.getSetCookie().join()).toContain('session_token');
    const tried = await confirmApp(site, await viewerOf(visitor), '000000', form(visitor));
    expect(tried).toMatchObject({ ok: false, message: expect.stringContaining('Código incorreto') });
    expect(await viewerOf(visitor)).toMatchObject({ user: { secondStep: 'off' } });
    expect(await findSecondStep(db, user.userId, clock.now())).toEqual({ hasApp: false, passkeys: [] });

    await withApp(visitor);
    expect(await viewerOf(visitor)).toMatchObject({ user: { secondStep: 'on' } });
    expect(await viewers.read(other.cookie)).toBeNull();
    expect(await openSessions(user)).toBe(1);
    expect(await findSecondStep(db, user.userId, clock.now())).toEqual({ hasApp: true, passkeys: [] });
  });

  it('keeps its secret and the recovery codes unreadable in the database', async () => {
    const visitor = await signedIn('cifrado@radio.com');
    const { secret, codes } = await withApp(visitor);
    const { user } = await viewerOf(visitor);
    const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, user.userId));
    for (const words of [secret.replaceAll(' ', ''), ...codes])
      expect(JSON.stringify(row)).not.toContain(words);
  });

  it('after the password alone there is no session, only after the code; which is good once', async () => {
    const owner = await signedIn('codigo@radio.com');
    const { secret } = await withApp(owner);
    const { user } = await viewerOf(owner);
    const visitor = new Visitor();
    const half = await login('codigo@radio.com', visitor);
    expect(await half.json()).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    expect(await viewers.read(visitor.cookie)).toBeNull();
    expect(visitor.cookie).not.toContain('session_token');
    expect(await openSessions(user)).toBe(1);
    expect((await step(visitor, '000 000')).status).toBe(401);
    expect(await viewers.read(visitor.cookie)).toBeNull();
    const told = async () => (await mailsTo('codigo@radio.com')).map(({ subject }) => subject);
    expect(await told()).toEqual([]);
    const code = totpOf(secret, 1);
    expect((await step(visitor, code)).status).toBe(200);
    expect(await told(), 'the browser is new').toEqual(['Novo acesso à sua conta · Sonoteca']);
    expect(await viewers.read(visitor.cookie)).toMatchObject({ user: { email: 'codigo@radio.com' } });
    const thief = new Visitor();
    await login('codigo@radio.com', thief);
    const again = await step(thief, code);
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({ message: expect.stringContaining('Código incorreto') });
    expect(await viewers.read(thief.cookie)).toBeNull();
  });

  it('a code without the password before it, or long after, is worth nothing', async () => {
    const { secret } = await withApp(await signedIn('sem-senha@radio.com'));
    expect((await step(new Visitor(), totpOf(secret))).status).toBe(401);
    const slow = new Visitor();
    await login('sem-senha@radio.com', slow);
    expect(await auth.awaited(slow.cookie)).not.toBeNull();
    clock.pass(601);
    expect(await auth.awaited(slow.cookie)).toBeNull();
  });

  it('five wrong codes end the try, ten lock the second step, and neither opens anything', async () => {
    const { secret } = await withApp(await signedIn('adivinha@radio.com'));
    const messages = [];
    for (let i = 0; i < 2; i++) {
      const visitor = new Visitor();
      await login('adivinha@radio.com', visitor);
      for (let j = 0; j < 5; j++) expect((await step(visitor, `00000${j}`)).status).toBe(401);
      const answer = await step(visitor, totpOf(secret));
      messages.push(((await answer.json()) as { message: string }).message);
      expect(await viewers.read(visitor.cookie)).toBeNull();
    }
    expect(messages).toEqual([
      'Muitas tentativas. Entre de novo com e-mail e senha.',
      'Muitos códigos errados. Tente novamente em 15 minutos.',
    ]);
  });
});

describe('B.11: recovery codes', () => {
  it('open once each, and new ones replace them', async () => {
    const owner = await signedIn('recupera@radio.com');
    const { codes } = await withApp(owner);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^\d{5}-\d{5}$/.test(code))).toBe(true);
    const first = new Visitor();
    await login('recupera@radio.com', first);
    expect((await step(first, codes[0]!.replace('-', ' '))).status).toBe(200);
    expect(await viewers.read(first.cookie)).not.toBeNull();
    const second = new Visitor();
    await login('recupera@radio.com', second);
    expect((await step(second, codes[0]!)).status).toBe(401);
    expect(await renewCodes(site, await viewerOf(owner), wrong1, form(owner))).toMatchObject({ ok: false });
    const fresh = await renewCodes(site, await viewerOf(owner), { password, code: codes[2]! }, form(owner));
    expect(fresh).toMatchObject({ ok: true, codes: { length: 10 } });
    expect((await step(second, codes[1]!)).status).toBe(401);
    expect((await step(second, (fresh as { codes: string[] }).codes[1]!)).status).toBe(200);
  });
});

describe('B.11: passkeys', () => {
  it('sign in without a password, and are asked for after one', async () => {
    const owner = await signedIn('chave@radio.com');
    const { device, codes } = await withPasskey(owner);
    const { user } = await viewerOf(owner);
    expect(user.secondStep).toBe('on');
    expect(codes).toHaveLength(10);
    const half = new Visitor();
    expect(await (await login('chave@radio.com', half)).json()).toMatchObject({ twoFactorRedirect: true });
    expect(await viewers.read(half.cookie)).toBeNull();
    expect((await step(half, codes![3]!)).status).toBe(200);
    const visitor = new Visitor();
    expect(await byPasskey(visitor, device)).toMatchObject({ ok: true });
    expect(await viewers.read(visitor.cookie)).toMatchObject({ user: { email: 'chave@radio.com' } });
    const { passkeys } = await findSecondStep(db, user.userId, clock.now());
    expect(passkeys).toMatchObject([
      { name: 'Notebook', facts: expect.stringMatching(/usada agora|usada há/) },
    ]);
  });

  it('count only with their owner’s finger, face or PIN', async () => {
    const owner = await signedIn('sem-dedo@radio.com');
    const blind = new Authenticator(publicUrl);
    blind.verifies = false;
    expect((await withPasskey(owner, blind)).done).toEqual({
      ok: false,
      message: 'A chave de acesso não foi aceita.',
    });
    expect(await viewerOf(owner)).toMatchObject({ user: { secondStep: 'off' } });
    const { device } = await withPasskey(owner);
    device.verifies = false;
    const visitor = new Visitor();
    expect(await byPasskey(visitor, device)).toMatchObject({ ok: false });
    expect(await viewers.read(visitor.cookie)).toBeNull();
  });

  it('of another site’s page, or nobody’s, open nothing', async () => {
    const owner = await signedIn('alheio@radio.com');
    expect((await withPasskey(owner, new Authenticator('http://outro.test'))).done).toMatchObject({
      ok: false,
    });
    expect(await byPasskey(new Visitor(), new Authenticator(publicUrl))).toMatchObject({
      ok: false,
      message: 'Esta chave de acesso não é de nenhuma conta.',
    });
  });

  it('are made and removed only with the password, by their owner', async () => {
    const owner = await signedIn('dono@radio.com');
    const { codes = [] } = await withPasskey(owner);
    const mine = await viewerOf(owner);
    expect(await beginPasskey(site, mine, wrong1, form(owner))).toMatchObject({ ok: false });
    const [key] = (await findSecondStep(db, mine.user.userId, clock.now())).passkeys;
    const stranger = await signedIn('estranho@radio.com');
    const { id } = key!;
    await removePasskey(site, await viewerOf(stranger), { password, code: '', id }, form(stranger));
    expect(await removePasskey(site, mine, { ...wrong1, id }, form(owner))).toMatchObject({ ok: false });
    // The password alone takes no second step away, nor adds another one or new codes.
    for (const code of ['', '000000', '00000-00000']) {
      const asked = { password, code };
      for (const refusal of [
        await removePasskey(site, mine, { ...asked, id }, form(owner)),
        await renewCodes(site, mine, asked, form(owner)),
        await beginApp(site, mine, asked, form(owner)),
        await beginPasskey(site, mine, asked, form(owner)),
      ])
        expect(refusal).toMatchObject({ ok: false, field: 'code' });
    }
    expect((await findSecondStep(db, mine.user.userId, clock.now())).passkeys).toHaveLength(1);
    const right = { password, code: codes[0]!, id };
    expect(await removePasskey(site, mine, right, form(owner))).toEqual({ ok: true });
    expect(await viewerOf(owner)).toMatchObject({ user: { secondStep: 'off' } });
  });

  it('and the app keep one set of recovery codes; the last way to go takes them along', async () => {
    const owner = await signedIn('ambos@radio.com');
    const { codes } = await withPasskey(owner);
    const { codes: none, secret } = await withApp(owner, codes![1]);
    expect(none).toEqual([]);
    const visitor = new Visitor();
    await login('ambos@radio.com', visitor);
    expect((await step(visitor, codes![0]!)).status).toBe(200);
    const mine = await viewerOf(owner);
    const [key] = (await findSecondStep(db, mine.user.userId, clock.now())).passkeys;
    // Both removals have started before either checks what is left.
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const both = await db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, mine.user.userId)).for('update');
      const begun = [
        removeApp(site, mine, { password, code: totpOf(secret) }, form(owner)),
        removePasskey(site, mine, { password, code: codes![2]!, id: key!.id }, form(owner)),
      ];
      await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(2);
      return begun;
    });
    await Promise.all(both);
    expect(await viewerOf(owner)).toMatchObject({ user: { secondStep: 'off' } });
    expect(await db.$count(twoFactors, eq(twoFactors.userId, mine.user.userId))).toBe(0);
    expect((await login('ambos@radio.com')).headers.getSetCookie().join()).toContain('session_token');
  });

  it('are no calls that the outside can make', async () => {
    const visitor = await signedIn('fora@radio.com');
    for (const path of ['verify-registration', 'verify-authentication']) {
      expect((await post(visitor, `/passkey/${path}`, {})).status).toBe(404);
    }
    for (const path of ['generate-register-options', 'generate-authenticate-options', 'list-user-passkeys']) {
      expect((await auth.handle(visitor.request(`/api/auth/passkey/${path}`))).status).toBe(404);
    }
  });
});

describe('B.11: around the second step', () => {
  it('a recovered password does not open what the second step guards', async () => {
    const email = 'esqueci@radio.com';
    await withApp(await signedIn(email));
    await post(new Visitor(), '/request-password-reset', { email });
    const [mail] = await mailsTo(email);
    const link = new URL(mail!.links.find((each) => each.includes('nova-senha'))!);
    const visitor = new Visitor();
    const reset = { token: link.searchParams.get('token'), newPassword: 'segredo-2' };
    expect((await post(visitor, '/reset-password', reset)).status).toBe(200);
    expect(await viewers.read(visitor.cookie)).toBeNull();
    const half = await post(visitor, '/sign-in/email', { email, password: 'segredo-2' });
    expect(await half.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await viewers.read(visitor.cookie)).toBeNull();
  });

  it('the command line resets it for who has lost everything, and ends the sessions', async () => {
    const owner = await signedIn('perdi@radio.com');
    const { secret } = await withApp(owner);
    await withPasskey(owner, undefined, totpOf(secret));
    expect(await resetSecondStep(site, 'ninguem@radio.com')).toBe(false);
    expect(await resetSecondStep(site, 'perdi@radio.com')).toBe(true);
    expect(await viewers.read(owner.cookie)).toBeNull();
    const visitor = new Visitor();
    await login('perdi@radio.com', visitor);
    expect(await viewers.read(visitor.cookie)).toMatchObject({ user: { secondStep: 'off' } });
    const [user] = await db.select().from(users).where(eq(users.email, 'perdi@radio.com'));
    const [profile] = await db.select().from(profiles).where(eq(profiles.userId, user!.id));
    expect(profile!.role).toBe('user');
  });
});

describe('B.11: after SESSION_SECRET has changed', async () => {
  const settings = { ...site.settings, SESSION_SECRET: 'outro segredo, de mais de trinta e dois sinais' };
  const clock = { now: () => new Date() };
  const later = await openAuth({ ...site, settings, clock, passwords: cheapPasswords, evenTime: 0 });
  const ask = async (visitor: Visitor, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await later.handle(visitor.request(`/api/auth${path}`, sent));
    visitor.take(answer.headers.getSetCookie());
    return { ...((await answer.json()) as { message?: string }), status: answer.status };
  };

  it('who types a code is told that no code counts any more; a passkey does', async () => {
    const email = 'troca@radio.com';
    const owner = await signedIn(email);
    const { secret, codes } = await withApp(owner);
    const { device } = await withPasskey(owner, undefined, totpOf(secret));
    const visitor = new Visitor();
    expect(await ask(visitor, '/sign-in/email', { email, password })).toMatchObject({ status: 200 });
    const told = {
      status: 401,
      message:
        'Os códigos desta conta não podem mais ser lidos. Use uma chave de acesso, ou peça a quem cuida do servidor que redefina a verificação.',
    };
    const calls = [totpOf(secret, 1), codes[0]!].map((typed) =>
      callOfCode(codeForm.parse({ code: typed }).code),
    );
    for (const { path, code } of calls) expect(await ask(visitor, path, { code })).toMatchObject(told);
    expect(await byPasskey(visitor, device, later)).toMatchObject({ ok: true });
  });
});

describe('B.11: where the site asks for a second step', async () => {
  const strict = await testAccounts({ requireTwoFactor: true });

  it('an administrator is a regular user until he has one', async () => {
    const email = 'chefe@radio.com';
    const visitor = await strict.signedIn(email);
    const read = () => strict.viewers.read(visitor.cookie);
    expect(await read()).toMatchObject({ user: { role: 'user', secondStep: 'off' }, entitled: false });
    const [user] = await strict.db.select().from(users).where(eq(users.email, email));
    await strict.db.update(profiles).set({ role: 'admin' }).where(eq(profiles.userId, user!.id));
    await strict.bus.publish('viewer', user!.id);
    expect(await read()).toMatchObject({ user: { role: 'user', secondStep: 'required' }, entitled: false });
    const begun = await beginApp(strict, (await read())!, { password, code: '' }, form(visitor));
    const { secret } = (begun as { app: { secret: string } }).app;
    const done = await confirmApp(strict, (await read())!, totpOf(secret), form(visitor));
    visitor.take((done as { cookies: string[] }).cookies);
    expect(await read()).toMatchObject({ user: { role: 'admin', secondStep: 'on' }, entitled: true });
  });
});
