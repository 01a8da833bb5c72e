import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { profiles, users } from '#db/schema/accounts.ts';
import { evenTime, publicUrl, testAccounts, Visitor } from '#tests/accounts.ts';
import { cheapPasswords } from '#tests/passwords.ts';
import type { Passwords } from './passwords-gateway.server.ts';

/** How many passwords were hashed, by either way. */
let hashed = 0;
const passwords: Passwords = {
  hash(password) {
    hashed += 1;
    return cheapPasswords.hash(password);
  },
  verify(hash, password) {
    hashed += 1;
    return cheapPasswords.verify(hash, password);
  },
};
const { db, auth, post, mailsTo, confirmed, signedIn, viewers } = await testAccounts({ passwords, evenTime });

const linkOf = async (email: string, part: string) => {
  const [letter] = await mailsTo(email);
  return new URL(letter!.links.find((link) => link.includes(part))!);
};
const tokenOf = async (email: string, part = '/email-confirmed') =>
  (await linkOf(email, part)).searchParams.get('token')!;

describe('signing up', () => {
  it('AUT-05: makes an account and sends one message with a link to /email-confirmed', async () => {
    const answer = await post(new Visitor(), '/sign-up/email', {
      email: 'Nova@Radio.com',
      password: 'segredo',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).not.toContain('session');
    const mails = await mailsTo('nova@radio.com');
    expect(mails).toHaveLength(1);
    expect((await linkOf('nova@radio.com', '/email-confirmed')).origin).toBe(publicUrl);
    expect(mails[0]).toMatchObject({ subject: 'Confirme seu e-mail · Sonoteca' });
    expect(mails[0]!.text).toContain('Confirmar e-mail');
  });

  it.each([
    [{ email: 'a@b.com', password: '12345' }, 'A senha deve ter no mínimo 6 caracteres.'],
    [{ email: 'a@b.com', password: 'x'.repeat(129) }, 'A senha deve ter no máximo 128 caracteres.'],
    [{ email: 'sem-arroba', password: '123456' }, 'Informe um e-mail válido.'],
    [{ password: '123456' }, 'Informe o e-mail.'],
    [{ email: 'a@b.com' }, 'Informe a senha.'],
    [{ email: { $ne: 1 }, password: ['x'] }, 'Informe o e-mail.'],
    ['{"email":', 'O conteúdo enviado não é um JSON válido.'],
    ['[]', 'O conteúdo enviado não é um objeto JSON.'],
  ])('AUT-04, AUT-06: refuses %j in Portuguese', async (body, message) => {
    const answer = await post(new Visitor(), '/sign-up/email', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message, error: { message } });
  });

  it('AUT-12: gives a profile with role user, whatever the request says', async () => {
    const email = 'esperto@radio.com';
    const body = { email, password: 'segredo', role: 'admin', emailVerified: true, id: 'meu', name: 'Zé' };
    expect((await post(new Visitor(), '/sign-up/email', body)).status).toBe(200);
    const [row] = await db
      .select({
        role: profiles.role,
        name: profiles.displayName,
        id: users.id,
        verified: users.emailVerified,
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.email, email));
    expect(row).toMatchObject({ role: 'user', name: 'Zé', verified: false });
    expect(row!.id).toMatch(/^[0-9a-z]{26}$/);
  });

  it('A-25: a taken address answers in the same way, and its owner is told', async () => {
    await confirmed('dona@radio.com', 'original');
    const [fresh, taken] = await Promise.all(
      ['livre@radio.com', 'dona@radio.com'].map(async (email) => {
        const began = performance.now();
        const answer = await post(new Visitor(), '/sign-up/email', { email, password: 'tentativa' });
        return {
          status: answer.status,
          body: await answer.text(),
          slow: performance.now() - began >= evenTime - 5,
        };
      }),
    );
    expect(taken).toEqual(fresh);
    expect(taken!.slow).toBe(true);
    expect((await mailsTo('dona@radio.com'))[0]!.subject).toBe('Este e-mail já tem uma conta · Sonoteca');
    const login = await post(new Visitor(), '/sign-in/email', {
      email: 'dona@radio.com',
      password: 'tentativa',
    });
    expect(login.status, 'as for any sign-up that waits').toBe(403);
  });

  it('A-25: two sign-ups for one address at the same moment both succeed and make one account', async () => {
    const body = { email: 'dupla@radio.com', password: 'segredo' };
    const answers = await Promise.all([1, 2, 3].map(() => post(new Visitor(), '/sign-up/email', body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await db.select().from(users).where(eq(users.email, body.email))).toHaveLength(1);
  });
});

describe('S08: an address with letters of Portuguese in its domain', () => {
  const unicode = 'contato@rádio.com.br';
  const ascii = 'contato@xn--rdio-5na.com.br';

  it('is one account, whichever form a browser sends', async () => {
    const visitor = new Visitor();
    // Firefox sends what was typed, Chromium the ASCII form.
    for (const email of [unicode, ascii])
      expect((await post(visitor, '/sign-up/email', { email, password: 'segredo' })).status).toBe(200);
    expect(await db.select().from(users).where(eq(users.email, ascii))).toHaveLength(1);
    expect(await auth.confirmEmail(await tokenOf(ascii), visitor.request('/'))).toBe('confirmed');
    for (const email of [unicode, ascii, unicode.normalize('NFD')])
      expect((await post(new Visitor(), '/sign-in/email', { email, password: 'segredo' })).status).toBe(200);
    await post(new Visitor(), '/request-password-reset', { email: unicode });
    const links = (await mailsTo(ascii)).flatMap((mail) => mail.links);
    expect(links, 'recovered by mail').toContainEqual(expect.stringContaining('/auth/nova-senha'));
  });
});

describe('confirming', () => {
  it('AUT-09: refuses a login before, and sends a new link on request', async () => {
    const email = 'pressa@radio.com';
    const visitor = new Visitor();
    await post(visitor, '/sign-up/email', { email, password: 'segredo' });
    const login = await post(new Visitor(), '/sign-in/email', { email, password: 'segredo' });
    expect(login.status).toBe(403);
    expect(await login.json()).toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
      message: 'Confirme seu e-mail antes de entrar. Enviamos um link quando a conta foi criada.',
    });
    expect((await post(visitor, '/send-verification-email', { email })).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await auth.confirmEmail(await tokenOf(email), visitor.request('/'))).toBe('confirmed');
    expect((await post(new Visitor(), '/sign-in/email', { email, password: 'segredo' })).status).toBe(200);
  });

  it('AUT-11: a link says when it was used, and a false one is invalid', async () => {
    const email = 'duas-vezes@radio.com';
    const visitor = new Visitor();
    await post(visitor, '/sign-up/email', { email, password: 'segredo' });
    const token = await tokenOf(email);
    const follow = (link: string) => auth.confirmEmail(link, visitor.request('/'));
    expect(await follow(token)).toBe('confirmed');
    expect(await follow(token)).toBe('used');
    for (const wrong of [`${token.slice(0, -3)}abc`, 'x', '']) expect(await follow(wrong)).toBe('invalid');
  });

  it('A-21: asks for links are answered alike and limited to three in ten minutes, known or not', async () => {
    for (const email of ['pressa@radio.com', 'ninguem@radio.com']) {
      const statuses = [];
      const visitor = new Visitor();
      for (let i = 0; i < 4; i++) {
        statuses.push((await post(visitor, '/request-password-reset', { email })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });
});

describe('signing in', () => {
  it('AUT-08: answers the same for an unknown e-mail and for a wrong password', async () => {
    await confirmed('conhecida@radio.com');
    const answers = [];
    for (const email of ['conhecida@radio.com', 'desconhecida@radio.com']) {
      hashed = 0;
      const answer = await post(new Visitor(), '/sign-in/email', { email, password: 'errada-1' });
      // Compares the work, not the time, which depends on other load.
      answers.push({ status: answer.status, body: await answer.text(), hashed });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]!.body).toContain('E-mail ou senha incorretos.');
    expect(hashed).toBeGreaterThan(0);
  });

  it('A-97: the cookie is httpOnly and SameSite=Lax for 30 days, and no token is in the body', async () => {
    await confirmed('biscoito@radio.com');
    const body = { email: 'biscoito@radio.com', password: 'segredo-1' };
    const answer = await post(new Visitor(), '/sign-in/email', body);
    const [line] = answer.headers.getSetCookie();
    expect(line).toMatch(/^sonoteca\.session_token=[^;]+;/);
    expect(line).toMatch(/; Max-Age=2592000(;|$)/);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(line).toContain(part);
    expect(line).not.toContain('Secure');
    expect(await answer.json()).toEqual({ status: true });
  });

  it('SEC-05: refuses a form of another site', async () => {
    await confirmed('alvo@radio.com');
    const form = new URLSearchParams({ email: 'alvo@radio.com', password: 'segredo-1' }).toString();
    const answer = await post(new Visitor(), '/sign-in/email', form, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.test',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.json()).toMatchObject({ message: 'Este pedido foi recusado.' });
  });

  it('SEC-05: refuses a call of another site with the cookie', async () => {
    const visitor = await signedIn('sessao@radio.com');
    const answer = await post(visitor, '/sign-out', {}, { origin: 'https://evil.test' });
    expect(answer.status).toBe(403);
  });
});

describe('the door', async () => {
  const insider = await signedIn('porta@radio.com');

  it.each([
    ['POST', '/update-user'],
    ['POST', '/change-email'],
    ['POST', '/delete-user'],
    ['POST', '/sign-in/social'],
    ['GET', '/list-sessions'],
    ['GET', '/verify-email?token=x'],
    ['POST', '/__proto__'],
    ['GET', '/sign-in/email'],
    ['GET', '/error'],
    ['POST', '//sign-in/email'],
  ])('A-01: %s %s does not exist', async (method, path) => {
    const request = insider.request(`/api/auth${path}`, {
      method,
      body: method === 'POST' ? '{}' : undefined,
    });
    const answer = await auth.handle(request);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ message: 'Endereço não encontrado.' });
  });

  it('refuses other content types and huge bodies', async () => {
    const answer = await post(new Visitor(), '/sign-in/email', 'oi', { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
    const huge = await post(new Visitor(), '/sign-in/email', {
      email: 'a@b.com',
      password: 'x'.repeat(20_000),
    });
    expect(huge.status).toBe(413);
  });

  it('shows a session without its token, and nobody without one', async () => {
    const visitor = await signedIn('eu@radio.com');
    const mine = await (await auth.handle(visitor.request('/api/auth/get-session'))).json();
    expect(mine.user.email).toBe('eu@radio.com');
    expect(JSON.stringify(mine)).not.toContain(visitor.cookie.split('=')[1]!.split('.')[0]);
    expect(await (await auth.handle(new Visitor().request('/api/auth/get-session'))).json()).toBeNull();
  });

  it('the viewer is who signed in', async () => {
    const visitor = await signedIn('quem@radio.com');
    expect((await viewers.read(visitor.request('/')))?.user.email).toBe('quem@radio.com');
    expect(await viewers.read(new Visitor().request('/'))).toBeNull();
  });
});
