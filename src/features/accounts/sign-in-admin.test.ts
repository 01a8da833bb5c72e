import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { profiles, sessions } from '#db/schema/accounts.ts';
import { testAccounts } from '#tests/accounts.ts';
import { saveAccount } from './change-account.server.ts';
import { signIns } from './limits/limits.ts';
import { signInAdmin } from './sign-in-admin.server.ts';

const site = await testAccounts();
const { db, confirmed } = site;
const password = 'segredo-1';
await saveAccount(site, { email: 'chefe@radio.test', password, role: 'admin' });
const visitor = await confirmed('ouvinte@radio.test', password);
const enter = (email: string, given = password) =>
  signInAdmin(site, visitor.request('/functions/admin-login', { method: 'POST' }), {
    email,
    password: given,
  });

describe("the administrators' door", () => {
  it('MNT-16, A-62: a right password without the role gets no session, not for a moment', async () => {
    expect(await enter('ouvinte@radio.test')).toMatchObject({
      ok: false,
      reason: 'not-admin',
      message: 'Apenas administradores podem acessar durante a manutenção.',
    });
    expect(await db.$count(sessions)).toBe(0);
  });

  it('MNT-15: a wrong password learns nothing about whose account it is', async () => {
    const answers = [];
    for (const email of ['chefe@radio.test', 'ouvinte@radio.test', 'ninguem@radio.test']) {
      answers.push(await enter(email, 'errada-errada'));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ ok: false, reason: 'refused', status: 401 });
    expect(await db.$count(sessions)).toBe(0);
  });

  it('MNT-19: an administrator gets a session', async () => {
    expect(await enter('chefe@radio.test')).toMatchObject({ ok: true });
    expect(await db.$count(sessions)).toBe(1);
    await db.delete(sessions);
  });

  it('MNT-17: when the role cannot be read nobody gets a session', async () => {
    await db.execute(sql`alter table ${profiles} rename to profiles_away`);
    try {
      expect(await enter('chefe@radio.test')).toMatchObject({
        ok: false,
        reason: 'role-unreadable',
        message: 'Não foi possível verificar suas permissões.',
      });
      expect(await db.$count(sessions)).toBe(0);
    } finally {
      await db.execute(sql`alter table profiles_away rename to profiles`);
    }
  });

  it('A-26: many addresses tried from one place are as limited as at the other door', async () => {
    const from = () =>
      new Request('http://site.invalid/functions/admin-login', {
        method: 'POST',
        headers: { 'x-client-address': '203.0.113.9' },
      });
    const tried = (at: number) => ({ email: `alguem-${at}@radio.test`, password: 'errada-errada' });
    for (let at = 0; at < signIns.address.max; at++) {
      expect(await signInAdmin(site, from(), tried(at))).toMatchObject({ status: 401 });
    }
    await expect(signInAdmin(site, from(), tried(99))).rejects.toMatchObject({ kind: 'rate-limited' });
  });
});
