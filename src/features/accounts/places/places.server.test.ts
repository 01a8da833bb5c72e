import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { knownPlaces, users } from '#db/schema/accounts.ts';
import { testAccounts, Visitor } from '#tests/accounts.ts';
import { saveAccount } from '../change-account.server.ts';
import { tidyAccounts } from '../jobs.server.ts';
import { signInAdmin } from '../sign-in-admin.server.ts';

const site = await testAccounts();
const { db, post, confirmed, signedIn, clock } = site;

const login = async (visitor: Visitor, email: string, password = 'segredo-1') =>
  (await post(visitor, '/sign-in/email', { email, password })).status;
/** Strangers from different addresses, until the limit for strangers is reached. */
async function attack(email: string): Promise<void> {
  for (let i = 0; i < 10; i++) expect(await login(new Visitor(), email, `errada-${i}`)).toBe(401);
  expect(await login(new Visitor(), email)).toBe(429);
}
/** The same browser from another address and without its session. */
function moved(visitor: Visitor): Visitor {
  const there = new Visitor();
  const kept = visitor.cookie.split('; ').find((pair) => pair.startsWith('sonoteca.browser='));
  if (kept) there.take([kept]);
  return there;
}

describe('A-26: strangers who guess', () => {
  it('do not lock the owner out of a browser that signed in before', async () => {
    const owner = moved(await signedIn('dona@radio.com'));
    await attack('dona@radio.com');
    expect(await login(owner, 'dona@radio.com')).toBe(200);
  });

  it('do not lock the owner out of an address that signed in before', async () => {
    const first = await signedIn('casa@radio.com');
    await attack('casa@radio.com');
    expect(await login(new Visitor(first.address), 'casa@radio.com')).toBe(200);
  });

  it('do not lock an administrator out of the door of maintenance', async () => {
    await saveAccount(site, { email: 'chefe@radio.com', password: 'segredo-1', role: 'admin' });
    await confirmed('ouvinte@radio.com');
    const enter = (visitor: Visitor, email: string, password: string) =>
      signInAdmin(site, visitor.request('/functions/admin-login', { method: 'POST' }), { email, password });
    for (const email of ['chefe@radio.com', 'ouvinte@radio.com']) {
      const known = new Visitor();
      expect(await login(known, email)).toBe(200);
      for (let i = 0; i < 10; i++) await enter(new Visitor(), email, `errada-${i}`);
      const refused = await enter(new Visitor(), email, 'segredo-1').catch((error: unknown) => error);
      expect(refused).toMatchObject(email.startsWith('chefe') ? { status: 429 } : { kind: 'rate-limited' });
      const outcome = await enter(moved(known), email, 'segredo-1');
      expect(outcome).toMatchObject(email.startsWith('chefe') ? { ok: true } : { reason: 'not-admin' });
    }
  });

  it('do not lock the owner out of where he follows a link of recovery', async () => {
    const email = 'nova-casa@radio.com';
    await confirmed(email);
    await attack(email);
    const owner = new Visitor();
    expect((await post(owner, '/request-password-reset', { email })).status).toBe(200);
    const [letter] = await site.mailsTo(email);
    const link = letter!.links.find((each) => each.includes('/auth/nova-senha'))!;
    const body = { token: new URL(link).searchParams.get('token'), newPassword: 'nova-123' };
    expect((await post(owner, '/reset-password', body)).status).toBe(200);
    expect(await login(owner, email, 'nova-123')).toBe(200);
    expect(await login(new Visitor(), email, 'nova-123')).toBe(429);
  });

  it('with a stolen browser’s cookie they have its ten tries, and take nobody else’s', async () => {
    const owner = await signedIn('roubada@radio.com');
    const thief = moved(owner);
    for (let i = 0; i < 10; i++) expect(await login(thief, 'roubada@radio.com', `errada-${i}`)).toBe(401);
    expect(await login(thief, 'roubada@radio.com')).toBe(429);
    expect(await login(moved(owner), 'roubada@radio.com')).toBe(429);
    expect(await login(new Visitor(owner.address), 'roubada@radio.com')).toBe(200);
    expect(await login(new Visitor(), 'roubada@radio.com')).toBe(200);
  });

  it.each([
    ['that was forged', async () => ['sonoteca.browser=abc.def']],
    ['that belongs to another account', async () => [moved(await signedIn('propria@radio.com')).cookie]],
    [
      'made of a session’s',
      async () => [(await signedIn('sessao@radio.com')).cookie.replace('session_token', 'browser')],
    ],
  ])('gain nothing by a browser’s cookie %s', async (_what, cookies) => {
    const email = `alvo-${_what.length}@radio.com`;
    await signedIn(email);
    await attack(email);
    const stranger = new Visitor();
    stranger.take(await cookies());
    expect(await login(stranger, email, 'errada')).toBe(429);
  });

  it('learn nothing: unknown accounts count and answer in the same way', async () => {
    await signedIn('existe@radio.com');
    const answers = [];
    for (const email of ['existe@radio.com', 'nao-existe@radio.com']) {
      const seen = [];
      const stranger = moved(await signedIn('curiosa@radio.com'));
      for (let i = 0; i < 12; i++) {
        const answer = await post(stranger, '/sign-in/email', { email, password: 'errada' });
        const text = (await answer.text()).replace(/\d+ segundos/g, 'N segundos');
        seen.push([answer.status, text, answer.headers.getSetCookie()]);
      }
      answers.push(seen);
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe('known places', () => {
  const placesOf = async (email: string) =>
    (
      await db
        .select({ place: knownPlaces.place })
        .from(knownPlaces)
        .innerJoin(users, eq(users.id, knownPlaces.userId))
        .where(eq(users.email, email))
    ).map(({ place }) => place);

  it('are a cookie that no script reads and a hash that tells no address', async () => {
    await confirmed('lugar@radio.com');
    const visitor = new Visitor('198.51.100.7');
    const body = { email: 'lugar@radio.com', password: 'segredo-1' };
    const answer = await post(visitor, '/sign-in/email', body);
    const line = answer.headers.getSetCookie().find((each) => each.startsWith('sonoteca.browser='));
    expect(line).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const kept = (await placesOf('lugar@radio.com')).join();
    expect(kept).not.toContain('198.51.100.7');
    expect(kept).not.toContain(line!.split('=')[1]!.split('.')[0]);
  });

  it('are the newest twenty, and are forgotten half a year after the last time', async () => {
    await confirmed('viaja@radio.com');
    for (let i = 0; i < 12; i++) {
      clock.pass(61);
      await login(new Visitor(), 'viaja@radio.com');
    }
    expect(await placesOf('viaja@radio.com')).toHaveLength(20);
    const known = await signedIn('volta@radio.com');
    clock.pass(181 * 86_400);
    await attack('volta@radio.com');
    expect(await login(moved(known), 'volta@radio.com')).toBe(429);
    await tidyAccounts(site);
    expect(await placesOf('volta@radio.com')).toEqual([]);
  });
});

describe('B.11: a sign-in by a browser that the account does not know', () => {
  const subject = 'Novo acesso à sua conta · Sonoteca';
  const lettersTo = async (email: string) =>
    (await site.mailsTo(email)).filter((mail) => mail.subject === subject);

  it('is told by mail, with the device; the first one after the sign-up is not', async () => {
    const first = await signedIn('novo@radio.com');
    expect(await lettersTo('novo@radio.com')).toEqual([]);
    expect(await login(moved(first), 'novo@radio.com')).toBe(200);
    expect(await lettersTo('novo@radio.com')).toEqual([]);
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1';
    const phone = new Visitor();
    const body = { email: 'novo@radio.com', password: 'segredo-1' };
    await post(phone, '/sign-in/email', body, { 'user-agent': agent });
    const [letter] = await lettersTo('novo@radio.com');
    expect(letter!.text).toContain('Safari no iPhone');
    expect(await login(moved(phone), 'novo@radio.com')).toBe(200);
    expect(await lettersTo('novo@radio.com')).toHaveLength(1);
  });

  it('is told after years of silence too, and never of a wrong password', async () => {
    await signedIn('anos@radio.com');
    const user = await db.query.users.findFirst({ where: eq(users.email, 'anos@radio.com') });
    await db.delete(knownPlaces).where(eq(knownPlaces.userId, user!.id));
    expect(await login(new Visitor(), 'anos@radio.com', 'errada-1')).toBe(401);
    expect(await lettersTo('anos@radio.com')).toEqual([]);
    expect(await login(new Visitor(), 'anos@radio.com')).toBe(200);
    expect(await lettersTo('anos@radio.com')).toHaveLength(1);
  });
});
