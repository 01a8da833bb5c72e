import { describe, expect, it } from 'vitest';
import { saveAccount } from '#features/accounts/change-account.server.ts';
import type { Role } from '#features/accounts/roles.ts';
import { setMaintenance } from '#features/site/save-section.server.ts';
import { Visitor } from '#tests/accounts.ts';
import { anAdmin } from '#tests/builders.ts';
import { totpOf } from '#tests/totp.ts';
import { wholeSite } from '#tests/whole-site.ts';

const site = await wholeSite({ REQUIRE_TWO_FACTOR: 'true' });
const { app, ask } = site;
const password = 'segredo-1';

async function visit(visitor: Visitor, path: string, body?: object): Promise<Response> {
  const isForm = !path.startsWith('/api/') && !path.startsWith('/functions/');
  const headers: Record<string, string> = { cookie: visitor.cookie };
  if (body && !isForm) headers['content-type'] = 'application/json';
  const sent = isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body);
  const answer = await ask(path, { headers, ...(body ? { method: 'POST', body: sent } : {}) });
  visitor.take(answer.headers.getSetCookie());
  return answer;
}
const whereTo = (answer: Response) => [answer.status, answer.headers.get('location')];
const who = async (visitor: Visitor) => (await app.viewers.read(visitor.cookie))?.user.email ?? null;

async function guarded(email: string, role: Role): Promise<string> {
  await saveAccount(app, { email, password, role });
  const visitor = new Visitor();
  await visit(visitor, '/api/auth/sign-in/email', { email, password });
  const begun = await visit(visitor, '/api/auth/two-factor/enable', { password });
  const { totpURI } = (await begun.json()) as { totpURI: string };
  const secret = new URL(totpURI).searchParams.get('secret')!;
  const done = await visit(visitor, '/api/auth/two-factor/verify-totp', { code: totpOf(secret) });
  expect(done.status).toBe(200);
  return secret;
}

describe('B.11: the page of the second step', () => {
  it('comes after the password, leads on to the page first asked for, and is there for nobody else', async () => {
    const secret = await guarded('duas@radio.com', 'admin');
    const visitor = new Visitor();
    expect(whereTo(await visit(visitor, '/auth/confirmar?next=/favorites'))).toEqual([
      302,
      '/auth?next=%2Ffavorites&aviso=etapa-vencida',
    ]);
    const form = { intent: 'sign-in', email: 'duas@radio.com', password, next: '/favorites' };
    expect(whereTo(await visit(visitor, '/auth', form))).toEqual([302, '/auth/confirmar?next=%2Ffavorites']);
    expect(await who(visitor)).toBeNull();
    expect((await visit(visitor, '/admin')).status).toBe(302);
    const page = await (await visit(visitor, '/auth/confirmar?next=/favorites')).text();
    expect(page).toContain('Confirme que é você');
    expect(page).not.toContain('duas@radio.com');
    const wrong = await visit(visitor, '/auth/confirmar', { code: '12345', next: '/favorites' });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('O código tem 6 dígitos, ou 10 se for de recuperação.');
    const code = totpOf(secret, 1);
    expect(whereTo(await visit(visitor, '/auth/confirmar', { code, next: 'https://evil.test' }))).toEqual([
      302,
      '/library',
    ]);
    expect(await who(visitor)).toBe('duas@radio.com');
    expect(whereTo(await visit(visitor, '/auth/confirmar?next=/favorites'))).toEqual([302, '/favorites']);
  });
});

describe('B.11: REQUIRE_TWO_FACTOR', () => {
  it('leads an administrator without a second step to where he sets it up, and to nothing else', async () => {
    await saveAccount(app, { email: 'nova@radio.com', password, role: 'admin' });
    const visitor = new Visitor();
    const login = await visit(visitor, '/auth', { intent: 'sign-in', email: 'nova@radio.com', password });
    expect(login.status).toBe(302);
    for (const path of ['/admin', '/library', '/admin/manage-users', '/']) {
      expect(whereTo(await visit(visitor, path)), path).toEqual([302, '/profile?aba=seguranca']);
    }
    const data = await (await visit(visitor, '/admin.data')).text();
    expect(data).toContain('/profile?aba=seguranca');
    const page = await visit(visitor, '/profile?aba=seguranca');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Ative-a aqui para voltar ao painel.');
    expect((await visit(visitor, '/functions/google-drive-files', {})).status).toBe(403);
    const made = await visit(visitor, '/admin/categories', { intent: 'create', name: 'TRILHAS - X' });
    expect(whereTo(made)).toEqual([302, '/profile?aba=seguranca']);
    expect(whereTo(await visit(visitor, '/auth/sair', { x: '1' }))).toEqual([302, '/']);
  });

  it('asks nobody else', async () => {
    await saveAccount(app, { email: 'ouve@radio.com', password, role: 'user' });
    const visitor = new Visitor();
    await visit(visitor, '/api/auth/sign-in/email', { email: 'ouve@radio.com', password });
    const page = await visit(visitor, '/profile?aba=seguranca');
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('Verificação em duas etapas');
  });
});

describe('B.11, A-62: in maintenance', () => {
  it('an administrator needs his second step too, and nobody else gets as far', async () => {
    const secret = await guarded('plantao@radio.com', 'admin');
    const other = await guarded('ex-chefe@radio.com', 'user');
    const half = new Visitor();
    await visit(half, '/api/auth/sign-in/email', { email: 'ex-chefe@radio.com', password });
    await setMaintenance(app, await anAdmin(app.db), true, new Date());

    expect((await visit(half, '/auth/confirmar')).status).toBe(503);
    expect((await visit(half, '/auth/confirmar', { code: totpOf(other, 1) })).status).toBe(503);
    const direct = await visit(half, '/api/auth/two-factor/verify-totp', { code: totpOf(other, 1) });
    expect(direct.status).toBe(503);
    expect(await who(half)).toBeNull();

    const admin = new Visitor();
    const answer = await visit(admin, '/functions/admin-login', { email: 'plantao@radio.com', password });
    expect(await answer.json()).toEqual({ ok: true, next: '/auth/confirmar?next=/admin' });
    expect(await who(admin)).toBeNull();
    expect((await visit(admin, '/admin')).status).toBe(503);
    expect((await visit(admin, '/auth/confirmar?next=/admin')).status).toBe(200);
    const done = await visit(admin, '/auth/confirmar', { code: totpOf(secret, 1), next: '/admin' });
    expect(whereTo(done)).toEqual([302, '/admin']);
    expect((await visit(admin, '/admin')).status).toBe(200);
  });
});
