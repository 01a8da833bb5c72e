import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#db/schema/accounts.ts';
import { storedObjects } from '#db/schema/media.ts';
import { auditEntries } from '#db/schema/site.ts';
import { readChange } from '#features/audit/facts.ts';
import { openLog } from '#platform/log.server.ts';
import { mailFolder } from '#platform/mail.server.ts';
import { listMails } from '#platform/mail-file.server.ts';
import { jobHandlers } from '#server/worker.ts';
import {
  aCategory,
  aCreditLot,
  anAdmin,
  aPackage,
  aRecordingRequest,
  aSubscriber,
  aUser,
} from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';
import { definedWords } from './admin/defined-words.ts';

const lines: string[] = [];
const { app, signIn, ask } = await wholeSite(
  {},
  openLog('trace', { write: (line) => void lines.push(line) }),
);
const { db } = app;
await app.jobs.work(jobHandlers(app));
const admin = await anAdmin(db);
const adminCookie = await signIn(admin);

const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const form = (path: string, fields: Record<string, string>, cookie = adminCookie) =>
  ask(`${path}.data`, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams(fields) });

describe('SEC-07: the log of a whole run', () => {
  it('holds no password, no token and no whole WhatsApp number, at the finest level', async () => {
    const email = 'radio-do-log@exemplo.com.br';
    const [password, wrong, next] = ['senha-secreta-1', 'senha-errada-2', 'senha-nova-333'];
    await call('/api/auth/sign-up/email', { email, password, name: 'Log' });
    await call('/api/auth/sign-in/email', { email, password });
    await db.update(users).set({ emailVerified: true }).where(eq(users.email, email));
    await call('/api/auth/sign-in/email', { email, password: wrong });
    const entered = await call('/api/auth/sign-in/email', { email, password });
    expect(entered.status).toBe(200);
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const token = /session_token=([^.;]+)/.exec(decodeURIComponent(cookie))![1]!;
    await call('/api/auth/request-password-reset', { email, redirectTo: '/auth/nova-senha' });
    await call('/functions/admin-login', { email, password });
    await call('/functions/admin-login', { email, password: wrong });
    await form('/profile', { intent: 'password', currentPassword: wrong, newPassword: next }, cookie);
    await form('/profile', { intent: 'password', currentPassword: password, newPassword: next }, cookie);
    await form('/profile', { intent: 'email', email: 'outro-log@exemplo.com.br', password: next }, cookie);
    const broken = `{"email":"${email}","password":"${password}"`;
    for (const path of ['/api/auth/sign-in/email', '/functions/admin-login', '/functions/save-content'])
      await ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: broken });

    const subscriber = await aSubscriber(db);
    await aCreditLot(db, { userId: subscriber.userId, amount: 100 });
    const category = await aCategory(db, { kind: 'pacotes-vinhetas' });
    const pack = await aPackage(db, { categoryId: category.id });
    await app.bus.publish('catalog');
    const theirs = { Cookie: await signIn(subscriber) };
    const order = { packageId: pack.id, radioName: 'Rádio Log', whatsapp: '(11) 91234-5678' };
    expect((await call('/functions/create-recording-request', order, theirs)).ok).toBe(true);
    await call('/functions/create-recording-request', { ...order, packageId: 'nada' }, theirs);
    await ask(`/nada?token=segredo-na-url&senha=${password}`);
    await ask('/auth/nova-senha?token=segredo-na-url');
    await call('/webhooks/stripe', { type: 'x' }, { 'Stripe-Signature': 't=1,v1=assinatura-secreta' });
    await expect
      .poll(() => lines.filter((line) => line.includes('tarefa concluída')).length)
      .toBeGreaterThan(2);

    const log = lines.join('');
    expect(lines.length).toBeGreaterThan(5);
    const secrets = [
      password,
      wrong,
      next,
      token,
      'segredo-na-url',
      'assinatura-secreta',
      '91234-5678',
      '11912345678',
    ];
    for (const secret of secrets) expect(log.includes(secret), secret).toBe(false);
    const links = (await listMails(mailFolder(app.settings))).flatMap((mail) => mail.links);
    const tokens = links.flatMap((link) => new URL(link).searchParams.get('token') ?? []);
    expect(tokens.length).toBeGreaterThan(1);
    for (const each of tokens) expect(log.includes(each), 'a link').toBe(false);
  });
});

describe('SEC-05: a write on behalf of another site', () => {
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.test' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://outro.exemplo.com.br' },
    { Origin: 'null' },
  ];
  it.each(foreign)('is refused, with the administrator’s cookie: %j', async (headers) => {
    const before = await db.select().from(auditEntries);
    const sent = new URLSearchParams({ enabled: 'true' });
    const asForm = await ask('/admin', {
      method: 'POST',
      headers: { Cookie: adminCookie, ...headers },
      body: sent,
    });
    expect(asForm.status).toBe(403);
    const hero = { section: 'hero', version: 0, content: { title: 'Invadida' } };
    const asCall = await call('/functions/save-content', hero, { Cookie: adminCookie, ...headers });
    expect(asCall.status).toBe(403);
    const upload = await ask('/uploads/covers', {
      method: 'POST',
      headers: { Cookie: adminCookie, ...headers },
      body: 'x',
    });
    expect(upload.status).toBe(403);
    expect(await db.select().from(auditEntries)).toEqual(before);
    expect((await ask('/')).status).toBe(200);
  });
});

describe('ADM-10: what administrators change', () => {
  it('leaves a line with who, what, when, before and after, that the page shows', async () => {
    const person = await aSubscriber(db, { displayName: 'Rádio Auditada' });
    const category = await aCategory(db);
    const created = await form('/admin/manage-packages', {
      intent: 'save',
      title: 'Pacote auditado',
      categoryId: category.id,
      isActive: 'on',
    });
    expect(created.status).toBe(200);
    const request = await aRecordingRequest(db, { userId: person.userId });
    await form('/admin/recording-requests', { requestId: request.id, status: 'in_progress' });
    await form('/admin/manage-users', { intent: 'revoke', userId: person.userId, reason: 'Pedido da rádio' });
    await form('/admin/categories', { intent: 'save', name: 'TRILHAS AUDITADAS' });
    await form('/admin', { enabled: 'true' });
    await form('/admin', { enabled: 'false' });
    const entries = await db.select().from(auditEntries).orderBy(desc(auditEntries.createdAt));
    const ours = entries.filter(({ actorId }) => actorId === admin.userId);
    expect(new Set(ours.map(({ entity }) => entity)).size, 'kinds of things').toBeGreaterThanOrEqual(5);
    for (const { action, entity, createdAt, before, after } of ours) {
      expect(action).toMatch(/^[a-z]+\.[a-z_-]+$/);
      expect(createdAt).toBeInstanceOf(Date);
      expect(before ?? after, action).toBeTruthy();
      const facts = Object.values(
        readChange(before, after, { names: {}, words: definedWords[entity] ?? {} }),
      ).flat();
      const words = facts.flatMap(({ label }) => label.split(' · '));
      expect(
        words.filter((word) => !/^[\p{Lu}\d]/u.test(word)),
        `fields without words in ${action}`,
      ).toEqual([]);
    }
    const page = await (await ask('/admin/audit', { headers: { Cookie: adminCookie } })).text();
    expect(page).toContain('Pedido da rádio');
    expect(page).toContain('Pacote auditado');
  });
});

describe('creation by hand, past the page', () => {
  it.each([
    ['CRP-01', { title: '  ' }, 'O nome do pacote é obrigatório'],
    ['CRP-02', { title: 'Sem categoria' }, 'Selecione uma categoria'],
    ['CRP-03', { googleDriveUrl: 'https://example.com' }, 'Por favor, insira um link válido do Google Drive'],
    ['CRP-04', { googleDriveUrl: 'https://evil.test/?x=drive.google.com' }, 'insira um link válido'],
    ['CRP-04', { googleDriveUrl: 'http://drive.google.com.evil.test' }, 'insira um link válido'],
  ])('%s: the server refuses %j too, and makes nothing', async (_, given, sentence) => {
    const { id } = await aCategory(db);
    const categoryId: Record<string, string> = 'title' in given ? {} : { categoryId: id };
    const fields = { intent: 'save', title: 'Recusado', ...categoryId, ...given };
    const answer = await form('/admin/create-package', fields as Record<string, string>);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(sentence);
    const title = 'title' in given ? given.title : 'Recusado';
    expect(await db.query.packages.findMany({ where: (row, { eq: is }) => is(row.title, title) })).toEqual(
      [],
    );
  });
});

describe('pages of long lists', () => {
  /** Number of database queries per page. */
  async function questionsOf(path: string): Promise<{ asked: number; html: string }> {
    let asked = 0;
    const { $client: pool } = db as unknown as { $client: { query(...given: unknown[]): unknown } };
    const plain = pool.query;
    pool.query = (...given) => {
      asked += 1;
      return plain.apply(pool, given);
    };
    const answer = await ask(path, { headers: { Cookie: adminCookie } });
    const html = await answer.text();
    pool.query = plain;
    expect(answer.status).toBe(200);
    return { asked, html };
  }

  it('USR-08: of 5,000 users a page shows one part, by as many questions as of 60', async () => {
    const add = async (from: number, to: number) => {
      await db.execute(sql`insert into users (id, name, email, email_verified, created_at, updated_at)
        select 'lista' || n, 'Rádio ' || n, 'lista-' || n || '@exemplo.com.br', true, now() - n * interval '1 minute', now()
        from generate_series(${from}::int, ${to}::int) n`);
      await db.execute(sql`insert into profiles (id, user_id, role, display_name)
        select 'lista' || n, 'lista' || n, 'user', 'Rádio ' || n from generate_series(${from}::int, ${to}::int) n`);
    };
    // More than a page: one that ends the list is not counted.
    await add(1, 60);
    await questionsOf('/admin/manage-users');
    const few = (await questionsOf('/admin/manage-users')).asked;
    await add(61, 5000);
    for (const path of [
      '/admin/manage-users',
      '/admin/manage-users?pagina=40',
      '/admin/manage-users?q=radio%204321',
    ]) {
      const { asked, html } = await questionsOf(path);
      expect(asked, path).toBeLessThanOrEqual(few);
      expect(html.match(/<tr/g)!.length, path).toBeLessThanOrEqual(51);
      expect(html, path).toMatch(
        path.includes('q=') ? /Usuários Cadastrados \(1\)/ : /Usuários Cadastrados \(5\.\d{3}\)/,
      );
    }
  });

  it('REQ-06: 500 requests take as many queries as 60', async () => {
    const { userId } = await aUser(db);
    const add = (amount: number) =>
      Promise.all(Array.from({ length: amount }, () => aRecordingRequest(db, { userId })));
    const count = async () => (await questionsOf('/admin/recording-requests')).asked;
    await add(60);
    await count();
    const few = await count();
    await add(440);
    // Caches of some seconds may have run out meanwhile.
    await count();
    expect(await count()).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });
});

describe('STO-12: a cleanup that fails', () => {
  it('is told, and nothing is half done', async () => {
    const key = 'covers/zz/orfa.webp';
    const createdAt = new Date(Date.now() - 90 * 86_400_000);
    await db.insert(storedObjects).values({ key, bucket: 'covers', size: 1, mime: 'image/webp', createdAt });
    await db.execute(sql`alter table audit_entries rename to audit_entries_away`);
    const answer = await form('/admin/storage', { intent: 'clean' });
    await db.execute(sql`alter table audit_entries_away rename to audit_entries`);
    expect(answer.status).toBe(500);
    const [row] = await db.select().from(storedObjects).where(eq(storedObjects.key, key));
    expect(row!.trashedAt).toBeNull();
    const again = await form('/admin/storage', { intent: 'clean' });
    expect(await again.text()).toContain('Limpeza concluída');
  });
});
