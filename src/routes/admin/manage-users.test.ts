import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailRecords } from '#db/schema/accounts.ts';
import { userCredits } from '#db/schema/credits.ts';
import { payments, providerSubscriptions, subscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { aCustomer, aDownload, anAdmin, aPackage, aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';
import { listNames } from './list-names.ts';

const { app, signIn, ask, url } = await wholeSite();
const { db } = app;
const admin = await anAdmin(db);
const asAdmin = { Cookie: await signIn(admin) };

/** Submits a form of the users' page as a browser does; returns status and message. */
async function send(
  form: Record<string, string>,
  headers = asAdmin,
): Promise<{ status: number; text: string }> {
  const response = await ask('/admin/manage-users.data', {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  return { status: response.status, text: await response.text() };
}
const rowOf = async ({ userId }: User) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.userId, userId)))[0];

describe('revoking', () => {
  it('USR-05: says so, and the old session and its addresses of sound are worth nothing at once', async () => {
    const sound = Buffer.from('ID3 som de teste');
    const track = await aTrack(db, { packageId: (await aPackage(db)).id, size: sound.length });
    await app.storage.put(track.storageKey!, sound, { mime: 'audio/mpeg' });
    const user = await aSubscriber(db);
    const headers = { Cookie: await signIn(user), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ fileId: track.id, fileName: 'a.mp3' });
    const proxied = await ask('/functions/audio-proxy', { method: 'POST', headers, body });
    const signed = new URL(((await proxied.json()) as { url: string }).url, url);
    const listen = async () => (await ask(signed.pathname + signed.search, { headers })).status;
    expect(await listen()).toBe(200);

    const before = Date.now();
    const answer = await send({ intent: 'revoke', userId: user.userId, reason: 'partilhou a senha' });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Acesso revogado')]);
    const row = await rowOf(user);
    expect(row).toMatchObject({ status: 'inactive', reason: 'partilhou a senha' });
    expect(row!.expiresAt!.getTime()).toBeGreaterThanOrEqual(before - 1000);
    expect(row!.expiresAt!.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await listen(), 'the stream with the old session').toBe(403);
    expect((await ask('/library', { headers })).status).toBe(403);
  });

  it('USR-06: administrators are refused, by page and by HTTP; PATCH does not exist', async () => {
    const other = await anAdmin(db);
    const answer = await send({ intent: 'revoke', userId: other.userId, reason: 'x' });
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringContaining('O acesso de administradores não pode ser revogado.'),
    ]);
    const patched = await ask('/admin/manage-users', { method: 'PATCH', headers: asAdmin });
    expect([404, 405, 415, 422]).toContain(patched.status);
    const page = await (await ask(`/admin/manage-users?q=${other.email}`, { headers: asAdmin })).text();
    expect(page).toContain(other.email);
    expect(page).not.toContain('Revogar');
  });

  it('USR-07: a failure of the database is said in words, for the list and for a revocation', async () => {
    const user = await aSubscriber(db);
    await db.execute(sql`alter table subscriptions rename to hidden`);
    try {
      const page = await ask('/admin/manage-users', { headers: asAdmin });
      const text = await page.text();
      expect(page.status).toBe(500);
      expect(text).toContain('Erro ao carregar usuários');
      expect(text).not.toMatch(/does not exist|left join|drizzle/i);
      const answer = await send({ intent: 'revoke', userId: user.userId, reason: 'x' });
      expect(answer.status).toBe(500);
    } finally {
      await db.execute(sql`alter table hidden rename to subscriptions`);
    }
    expect(await rowOf(user)).toMatchObject({ status: 'active' });
    const unknown = await send({ intent: 'revoke', userId: 'ninguém', reason: 'x' });
    expect(unknown.text).toContain('Erro ao revogar acesso');
  });

  it.each(['revoke', 'refund', 'sync', 'credits', 'grant', 'role'])(
    'SEC-01: %s is not for anybody else',
    async (intent) => {
      const user = await aSubscriber(db);
      const form = { intent, userId: user.userId, reason: 'x', amount: '30', until: '' };
      const answer = await send(form, { Cookie: await signIn(await aSubscriber(db)) });
      expect(answer.text).toContain('/auth');
      expect(await rowOf(user)).toMatchObject({ status: 'active' });
      expect(await db.select().from(userCredits).where(eq(userCredits.userId, user.userId))).toEqual([]);
    },
  );
});

describe('A-134: the page of one account', () => {
  const post = async (path: string, form: Record<string, string>, headers = asAdmin) => {
    const body = new URLSearchParams(form);
    const response = await ask(`${path}.data`, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };

  it('says why, helps in words, and is for administrators', async () => {
    const { userId } = await aUser(db, { emailVerified: false });
    const path = `/admin/users/${userId}`;
    const page = await (await ask(path, { headers: asAdmin })).text();
    expect(page).toContain('E-mail não confirmado desde');
    const intents = ['confirm', 'unlock', 'end-sessions', 'end-session'];
    const answers = [];
    for (const intent of intents) answers.push(await post(path, { intent, userId, id: 'x' }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 422]);
    expect(answers[3]!.text).toContain('Esta sessão já tinha terminado.');
    const other = await post(path, { intent: 'unlock', userId }, { Cookie: await signIn(await aUser(db)) });
    expect(other.text).toContain('/auth');
    const gone = await ask('/admin/users/nobody', { headers: asAdmin });
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('Esta conta não existe')]);
    expect((await ask(`${path}/nada`, { headers: asAdmin })).status).toBe(404);
  });

  it('a mail is shown with its example, and sent to oneself as a test', async () => {
    const page = await (await ask('/admin/emails?modelo=welcome', { headers: asAdmin })).text();
    expect(page).toContain('Quando o primeiro pagamento chega.');
    const sent = await post('/admin/emails', { intent: 'test', name: 'welcome' });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('Teste enviado')]);
    const unknown = await post('/admin/emails', { intent: 'test', name: 'toString' });
    expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining('não existe mais')]);
  });

  it('its downloads are a file, of this account only', async () => {
    const { userId, email } = await aUser(db);
    await aDownload(db, { userId, trackName: 'Minha.mp3', packageTitle: 'Carnaval' });
    await aDownload(db, { userId: (await aUser(db)).userId, trackName: 'Alheia.mp3' });
    const file = await ask(`/admin/downloads.csv?conta=${userId}`, { headers: asAdmin });
    const text = await file.text();
    expect(text).toMatch(new RegExp(`Carnaval.*Minha\\.mp3.*${email}`));
    expect(text).not.toContain('Alheia');
  });
});

describe('money', () => {
  it.each<[string, Record<string, string>, string]>([
    ['refund', { reason: 'pediu' }, 'Este usuário nunca comprou'],
    ['refund', { reason: ' ' }, 'Informe o motivo.'],
    ['sync', {}, 'Este usuário nunca comprou'],
    ['credits', { amount: '0', reason: 'x', until: '' }, 'Informe ao menos 1 crédito.'],
    ['credits', { amount: '10', reason: 'x', until: '2020-01-01' }, 'A validade precisa ser no futuro.'],
    ['toString', {}, 'Ação desconhecida'],
  ])('%s with %j is refused in words', async (intent, form, sentence) => {
    const { userId } = await aUser(db);
    const answer = await send({ intent, userId, ...form });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(sentence)]);
  });

  it('a refund of a payment that the provider does not know gives nothing back and closes nothing', async () => {
    const user = await aSubscriber(db);
    const { customerId } = await aCustomer(db, { userId: user.userId });
    const at = new Date();
    const facts = { customerId, userId: user.userId, createdAt: at };
    await db.insert(payments).values({
      ...facts,
      id: 'in_só_aqui',
      providerSubscriptionId: 'sub_só_aqui',
      status: 'paid',
      amountCents: 2990,
      paidAt: at,
    });
    const answer = await send({ intent: 'refund', userId: user.userId, reason: 'pediu' });
    expect(answer.text).toContain('não tem nenhum pagamento para reembolsar');
    expect(await rowOf(user)).toMatchObject({ status: 'active' });
  });

  it('credits by hand: given once per sending, with the day as the Brazilian one', async () => {
    const { userId } = await aUser(db);
    const answer = await send({
      intent: 'credits',
      userId,
      amount: '30',
      reason: 'presente',
      until: '2099-12-31',
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Créditos concedidos')]);
    const lots = await db.select().from(userCredits).where(eq(userCredits.userId, userId));
    expect(lots).toMatchObject([{ creditsBalance: 30, expiresAt: new Date('2100-01-01T02:59:59Z') }]);
  });

  it('the revenue’s file is a download that nobody keeps, with the mark of UTF-8', async () => {
    const at = new Date();
    const user = await aUser(db);
    const facts = { customerId: 'cus_receita', userId: user.userId, planType: 'monthly', createdAt: at };
    await db
      .insert(providerSubscriptions)
      .values({ ...facts, id: 'sub_receita', status: 'active', startedAt: at });
    const period = { periodStart: at, periodEnd: new Date(at.getTime() + 30 * 86_400_000) };
    await db.insert(payments).values({
      ...facts,
      ...period,
      id: 'in_receita',
      providerSubscriptionId: 'sub_receita',
      status: 'paid',
      amountCents: 2990,
      paidAt: at,
    });
    for (const list of listNames) {
      const sheet = await ask(`/admin/${list}.xlsx?parte=emails`, { headers: asAdmin });
      const start = Buffer.from(await sheet.arrayBuffer()).subarray(0, 2);
      expect([list, sheet.status, start.toString()]).toEqual([list, 200, 'PK']);
    }
    const response = await ask('/admin/receita.csv', { headers: asAdmin });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="receita-[\d-]+\.csv"$/,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString().trim().split('\r\n').at(-1)).toMatch(/^\d\d\/\d{4};1;29,9;1;0;0;/);
  });

  it('a history of an account is a file of its own name, and what is none is not found', async () => {
    const user = await aUser(db);
    const at = new Date('2026-11-20T15:00:00Z');
    const mail = {
      userId: user.userId,
      subject: '=Boas-vindas',
      state: 'refused',
      answer: '550 No',
    } as const;
    await db.insert(mailRecords).values({ ...mail, id: 'carta', createdAt: at, triedAt: at });
    const of = (part: string) =>
      ask(`/admin/historico.csv?conta=${user.userId}&parte=${part}`, { headers: asAdmin });
    const file = await of('emails');
    expect(file.headers.get('content-disposition')).toMatch(/filename="emails-[\d-]+\.csv"$/);
    const [head, ...lines] = (await file.text()).trim().split('\r\n');
    expect(head).toBe('Quando;O quê;Detalhe;Situação');
    expect(lines).toEqual(["20/11/2026 12:00;'=Boas-vindas;550 No;Recusado"]);
    expect((await of('toString')).status).toBe(404);
  });

  it('every list is exported whole, as it is filtered', async () => {
    for (let at = 0; at < 60; at++) await aUser(db, { displayName: `Exportada ${at}` });
    const inTheMiddle = (await aUser(db, { displayName: 'Exportada 60' })).userId;
    const query = `q=exportada&pagina=2&antes=${inTheMiddle}`;
    const response = await ask(`/admin/usuarios.csv?${query}`, { headers: asAdmin });
    expect(response.headers.get('content-disposition')).toMatch(/filename="usuarios-[\d-]+\.csv"$/);
    const [head, ...lines] = (await response.text()).trim().split('\r\n');
    expect(head).toBe('Nome;E-mail;Permissão;Assinatura;Cadastro');
    expect(lines.map((line) => line.split(';')[0])).toEqual(
      Array.from({ length: 61 }, (_, at) => `Exportada ${60 - at}`),
    );
    for (const list of ['solicitacoes', 'auditoria'])
      expect(await (await ask(`/admin/${list}.csv`, { headers: asAdmin })).text()).toContain(';');
  });
});
