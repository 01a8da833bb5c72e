import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { requestEmailChange } from '#features/accounts/change-account.server.ts';
import { type App, appContext } from '#routes/app.server.ts';
import { testAccounts, Visitor } from '#tests/accounts.ts';
import { type Handler, runOn } from '#tests/run-route.ts';
import * as auth from './auth.tsx';
import * as confirmed from './email-confirmed.tsx';
import * as forgot from './forgot-password.tsx';
import * as logout from './logout.tsx';
import * as reset from './reset-password.tsx';

const site = await testAccounts();
const { viewers, mailsTo, confirmed: account, signedIn } = site;
const run = runOn(site);

const post = (visitor: Visitor, form: Record<string, string>) =>
  run(auth.action as Handler, visitor, '/auth', form);
const linkTo = async (email: string, part: string) => {
  const [letter] = await mailsTo(email);
  const link = new URL(letter!.links.find((each) => each.includes(part))!);
  return link.pathname + link.search;
};

describe('/auth', () => {
  it('AUT-03: sends who is signed in to the library, or to the page first asked for', async () => {
    const visitor = await signedIn('ja-entrou@radio.com');
    const open = (path: string) => run(auth.loader as Handler, visitor, path);
    expect((await open('/auth')).location).toBe('/library');
    expect((await open('/auth?next=/favorites')).location).toBe('/favorites');
    expect((await run(auth.loader as Handler, new Visitor(), '/auth')).data).toEqual({
      next: null,
      hasPasskeys: false,
      created: null,
    });
  });

  it.each([
    ['/favorites', '/favorites'],
    ['https://evil.test', '/library'],
    ['//evil.test', '/library'],
    ['/.//evil.test', '/library'],
    ['', '/library'],
  ])('AUT-19: after the login, next=%s leads to %s', async (next, location) => {
    const email = 'segue@radio.com';
    await account(email);
    const visitor = new Visitor();
    const answer = await post(visitor, { intent: 'sign-in', email, password: 'segredo-1', next });
    expect(answer).toMatchObject({ status: 302, location });
    expect((await viewers.read(visitor.cookie))?.user.email).toBe(email);
  });

  it('AUT-07: says Erro no login with the server’s message, and never sends the password back', async () => {
    const answer = await post(new Visitor(), {
      intent: 'sign-in',
      email: 'quem@radio.com',
      password: 'palpite-errado',
    });
    expect(answer.status).toBe(401);
    expect(answer.data).toMatchObject({ title: 'Erro no login', message: 'E-mail ou senha incorretos.' });
    expect(JSON.stringify(answer.data)).not.toContain('palpite-errado');
  });

  it('AUT-04, AUT-06: says Erro no cadastro with what is wrong', async () => {
    const answer = await post(new Visitor(), { intent: 'sign-up', email: 'a@b.com', password: '12345' });
    expect(answer.status).toBe(400);
    expect(answer.data).toMatchObject({
      title: 'Erro no cadastro',
      message: 'A senha deve ter no mínimo 6 caracteres.',
    });
    expect(JSON.stringify(answer.data)).not.toContain('12345');
  });

  it('AUT-05, AUT-09: signs up, refuses to sign in before confirming, sends a new link', async () => {
    const email = 'fluxo@radio.com';
    const form = { email, password: 'segredo-1' };
    const visitor = new Visitor();
    const signedUp = await post(visitor, { intent: 'sign-up', ...form });
    expect(signedUp.location).toBe('/auth?aviso=conta-criada');
    const after = await run(auth.loader as Handler, visitor, '/auth?aviso=conta-criada');
    expect(after.data, 'the page knows whom it wrote to').toMatchObject({ created: email });
    expect((await run(auth.loader as Handler, visitor, '/auth')).data).toMatchObject({ created: null });
    const early = await post(new Visitor(), { intent: 'sign-in', ...form });
    expect(early).toMatchObject({ status: 403, data: { title: 'Erro no login', unconfirmed: email } });
    expect((await post(new Visitor(), { intent: 'resend', email })).data).toEqual({ kind: 'resent', email });
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('refuses what is no form, and a file in the place of a field', async () => {
    const send = (body: BodyInit, type?: string) => {
      const headers = type ? { 'content-type': type } : undefined;
      const request = new Visitor().request('/auth', { method: 'POST', body, headers });
      const context = new RouterContextProvider();
      context.set(appContext, site as unknown as App);
      return (auth.action as Handler)({ request, context, params: {} } as never) as Promise<unknown>;
    };
    await expect(send('{}', 'application/json')).rejects.toMatchObject({ status: 415 });
    await account('arquivo@radio.com');
    const form = new FormData();
    form.set('email', 'arquivo@radio.com');
    form.set('password', 'segredo-1');
    form.set('next', new File(['x'], 'x'));
    await expect(send(form)).rejects.toMatchObject({ status: 400 });
    form.delete('next');
    const answer = (await send(form)) as Response;
    expect(answer.headers.get('location')).toBe('/library');
  });

  it('AUT-18: says how long to wait when the limit is reached', async () => {
    const visitor = new Visitor();
    const form = { intent: 'sign-in', email: 'insiste@radio.com', password: 'errada' };
    for (let i = 0; i < 10; i++) expect((await post(visitor, form)).status).toBe(401);
    const refused = await post(visitor, form);
    expect(refused.status).toBe(429);
    expect(refused.data).toMatchObject({
      title: 'Erro no login',
      message: expect.stringMatching(/^Muitas tentativas\. Tente novamente em \d+ segundos?\.$/),
    });
  });

  it('takes an unknown intent for a login, and nothing at all for empty fields', async () => {
    expect((await post(new Visitor(), { intent: '__proto__' })).data).toMatchObject({
      title: 'Erro no login',
      message: 'Informe o e-mail.',
    });
  });
});

describe('/email-confirmed', () => {
  const open = (path: string) => run(confirmed.loader as Handler, new Visitor(), path);

  it('AUT-11: confirms once, then says that the link was used and offers a new one', async () => {
    const email = 'link@radio.com';
    const visitor = new Visitor();
    await post(visitor, { intent: 'sign-up', email, password: 'segredo-1' });
    const link = await linkTo(email, '/email-confirmed');
    const first = await run(confirmed.loader as Handler, visitor, link);
    expect(first).toMatchObject({ status: 200, data: { fate: 'confirmed' } });
    expect(await open(link)).toMatchObject({ status: 410, data: { fate: 'used' } });
    expect(await open('/email-confirmed?token=abc')).toMatchObject({
      status: 410,
      data: { fate: 'invalid' },
    });
    const again = await run(confirmed.action as Handler, new Visitor(), '/email-confirmed', { email });
    expect(again.data).toEqual({ sent: true, result: undefined });
  });

  it('A-25: opened in another browser it asks for the password, and confirms with that', async () => {
    const email = 'celular@radio.com';
    await post(new Visitor(), { intent: 'sign-up', email, password: 'segredo-1' });
    const { location } = await open(await linkTo(email, '/email-confirmed'));
    expect(location).toMatch(/^\/auth\/nova-senha\?token=/);
    const phone = new Visitor();
    const form = await run(reset.loader as Handler, phone, location!);
    expect(form).toMatchObject({ status: 200, data: { kind: 'confirmation' } });
    const { token } = form.data as { token: string };
    const chosen = { token, password: 'escolhida-1' };
    expect((await run(reset.action as Handler, phone, location!, chosen)).location).toBe(
      '/auth?aviso=email-confirmado',
    );
    const enter = { intent: 'sign-in', email, password: 'escolhida-1' };
    expect(await post(phone, enter)).toMatchObject({ status: 302, location: '/library' });
    expect((await post(new Visitor(), { ...enter, password: 'segredo-1' })).status).toBe(401);
  });

  it('A-22: a mail scanner that opens the link of a new e-mail confirms nothing; the button does', async () => {
    const visitor = await site.signedIn('antes@radio.com');
    const viewer = (await site.viewers.read(visitor.cookie))!;
    const change = { email: 'depois@radio.com', currentPassword: 'segredo-1' };
    expect(await requestEmailChange(site, viewer, change)).toEqual({ ok: true });
    const link = await linkTo('depois@radio.com', '/email-confirmed');
    for (let i = 0; i < 2; i++)
      expect(await open(link)).toMatchObject({
        status: 200,
        data: { fate: 'ask', newEmail: 'depois@radio.com' },
      });
    const troca = new URL(link, 'http://x').searchParams.get('troca')!;
    const press = () => run(confirmed.action as Handler, new Visitor(), link, { troca });
    expect(await press()).toMatchObject({ status: 200, data: { fate: 'changed' } });
    expect(await press()).toMatchObject({ status: 410, data: { fate: 'change-expired' } });
    expect(await open(link)).toMatchObject({ status: 410, data: { fate: 'change-expired' } });
  });

  it('claims nothing without a link', async () => {
    for (const path of ['/email-confirmed', '/email-confirmed?feito=troca'])
      expect(await open(path)).toMatchObject({ status: 200, data: { fate: 'none' } });
  });

  it('programs that look ahead do not use the link up', async () => {
    const email = 'olheiro@radio.com';
    const visitor = new Visitor();
    await post(visitor, { intent: 'sign-up', email, password: 'segredo-1' });
    const link = await linkTo(email, '/email-confirmed');
    const head = visitor.request(link, { method: 'HEAD' });
    const context = new RouterContextProvider();
    context.set(appContext, site as unknown as App);
    const url = new URL(head.url);
    await (confirmed.loader as Handler)({ request: head, url, context, params: {} } as never);
    const first = await run(confirmed.loader as Handler, visitor, link);
    expect(first).toMatchObject({ data: { fate: 'confirmed' } });
  });
});

describe('recovery', () => {
  it('AUT-16, AUT-17: from the request to the new password', async () => {
    const email = 'recupera@radio.com';
    await account(email, 'antiga-1');
    const ask = (to: string) =>
      run(forgot.action as Handler, new Visitor(), '/auth/recuperar', { email: to });
    expect(await ask(email)).toEqual(await ask('ninguem@radio.com'));
    const link = await linkTo(email, '/auth/nova-senha');
    const open = await run(reset.loader as Handler, new Visitor(), link);
    expect(open).toMatchObject({ status: 200, data: { kind: 'recovery' } });
    const { token } = open.data as { token: string };
    const save = (password: string) => run(reset.action as Handler, new Visitor(), link, { token, password });
    expect((await save('12')).status).toBe(400);
    expect(await save('nova-12')).toMatchObject({ status: 302, location: '/auth?aviso=senha-alterada' });
    expect((await save('nova-13')).status).toBe(400);
    expect(await run(reset.loader as Handler, new Visitor(), link)).toMatchObject({ status: 410 });
    const enter = await post(new Visitor(), { intent: 'sign-in', email, password: 'nova-12' });
    expect(enter.status).toBe(302);
  });
});

describe('/auth/sair', () => {
  it('ends the own session, or all of them', async () => {
    const email = 'sai@radio.com';
    const one = await signedIn(email);
    const two = new Visitor();
    await post(two, { intent: 'sign-in', email, password: 'segredo-1' });
    const [cookieOne, cookieTwo] = [one.cookie, two.cookie];
    expect(await run(logout.action as Handler, one, '/auth/sair', {})).toMatchObject({
      status: 302,
      location: '/',
    });
    expect(one.cookie).not.toContain('session_token');
    expect(await viewers.read(cookieOne)).toBeNull();
    expect(await viewers.read(cookieTwo)).not.toBeNull();
    const three = new Visitor();
    await post(three, { intent: 'sign-in', email, password: 'segredo-1' });
    await run(logout.action as Handler, three, '/auth/sair', { todos: '1' });
    expect(await viewers.read(cookieTwo)).toBeNull();
  });
});
