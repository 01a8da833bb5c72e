import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { favorites } from '#db/schema/favorites.ts';
import { imports } from '#db/schema/ingestion.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { changeLedger } from '#features/subscriptions/simulated-ledger.server.ts';
import { newId } from '#platform/ids.ts';
import { calls, nodeCalls } from '#server/endpoints.ts';
import {
  aCustomer,
  aDelivery,
  aFavorite,
  aLicence,
  anAdmin,
  aPackage,
  aProject,
  aRecordingRequest,
  aSubscriber,
  aTrack,
  aUser,
} from '#tests/builders.ts';
import { type Audience, audiences, matrix, type Outcome, type Row, type Things } from '#tests/matrix.ts';
import { wholeSite } from '#tests/whole-site.ts';

const site = await wholeSite();
const { app, pages, signIn, ask } = site;
const { db } = app;
const sound = Buffer.from('ID3 som de teste');

const people = {
  listener: await aUser(db),
  subscriber: await aSubscriber(db),
  revoked: await aSubscriber(db, {}, { status: 'inactive', expiresAt: new Date(), revokedAt: new Date() }),
  admin: await anAdmin(db),
};
const things = await makeThings();

async function makeThings(): Promise<Things> {
  const { userId } = people.subscriber;
  const pack = await aPackage(db, { kind: 'trilhas', title: 'Trilha que só assinantes veem' });
  const track = await aTrack(db, { packageId: pack.id, size: sound.length });
  await app.storage.put(track.storageKey!, sound, { mime: 'audio/mpeg' });
  await app.storage.put('recordings/pronta.mp3', sound, { mime: 'audio/mpeg' });
  const request = await aRecordingRequest(db, {
    userId,
    status: 'completed',
    deliveredAt: new Date(),
    deliveredKey: 'recordings/pronta.mp3',
    deliveredName: 'pronta.mp3',
  });
  const customer = await aCustomer(db, { userId });
  const checkoutId = `cs_${customer.customerId}`;
  await changeLedger(db, customer.customerId, ({ checkouts }) =>
    checkouts.push({
      id: checkoutId,
      priceId: 'price_anual',
      status: 'open',
      successUrl: 'http://sonoteca.test/payment/success',
      cancelUrl: 'http://sonoteca.test/payment/canceled',
      turn: 0,
    }),
  );
  const [run] = await db
    .insert(imports)
    .values({ id: newId(), kind: 'package', driveFolderId: 'pasta', packageId: pack.id, userId })
    .returning();
  const licenceId = await aLicence(db, { userId });
  const delivery = await aDelivery(db, track, { userId, licenceId });
  await app.bus.publish('catalog');
  return {
    packageId: pack.id,
    trackId: track.id,
    requestId: request.id,
    importId: run!.id,
    projectId: (await aProject(db, { userId })).id,
    licenceId,
    userId,
    deliveryId: delivery.id,
    customerId: customer.customerId,
    checkoutId,
  };
}

const cookieOf = async (audience: Audience): Promise<Record<string, string>> =>
  audience === 'visitor' ? {} : { Cookie: await signIn(people[audience]) };

/** Makes a row's call as a person with their own session. */
async function call(row: Row, audience: Audience, suffix = ''): Promise<Response> {
  const [method = '', path = ''] = row.call.split(' ');
  const headers: Record<string, string> = await cookieOf(audience);
  const init: RequestInit = { method: method === 'ALL' ? 'GET' : method, headers };
  if (row.json) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(row.json(things));
  } else if (method === 'POST') {
    init.body = new URLSearchParams(row.form ?? {});
  }
  const address = row.at?.(things) ?? path;
  return ask(suffix === '' ? address : dataAddress(address), init);
}

const dataAddress = (path: string): string => (path === '/' ? '/_.data' : `${path}.data`);

/** A response as an outcome of the matrix, read to its end. */
async function outcomeOf(response: Response, expected: Outcome): Promise<number | string> {
  const { status, headers } = response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? await response.body?.cancel() : await response.text();
  const isData = headers.get('content-type')?.startsWith('text/x-script');
  const isRedirect = status === 302 || (isData && status === 202);
  const target = isData ? String(text) : (headers.get('location') ?? '');
  if (isRedirect && /(^|")\/auth($|[?"])/.test(target)) return 'login';
  if (expected === 302 && isData && status === 202) return 302;
  if (expected !== 'in') return status;
  const isIn = status < 500 && ![401, 402, 403].includes(status);
  return isIn ? 'in' : status;
}

const callOf = (path: string) => (path === '/*' || path === '*' ? '/*' : path);

describe('the matrix names everything', () => {
  const rows = new Set(matrix.map((row) => row.call));

  it('SEC-01: every page and every action has a row, and every row a page or a call', () => {
    const gets = pages.map(({ path }) => `GET ${callOf(path)}`);
    const posts = pages.filter(({ hasAction }) => hasAction).map(({ path }) => `POST ${callOf(path)}`);
    const known = new Set([...gets, ...posts, ...[...calls, ...nodeCalls].flatMap(({ serves }) => serves)]);
    expect(
      [...known].filter((one) => !rows.has(one)),
      'without a row',
    ).toEqual([]);
    expect(
      [...rows].filter((one) => !known.has(one)),
      'rows of nothing',
    ).toEqual([]);
    const nodes = matrix.filter((row) => row.node).map((row) => row.call);
    expect(nodeCalls.flatMap(({ serves }) => serves).toSorted()).toEqual(nodes.toSorted());
    expect(rows.size, 'no row twice').toBe(matrix.length);
  });

  it.each(calls)('the table of endpoints shows what is served: $serves', ({ make, serves }) => {
    expect(make(app).routes.map(({ method, path }) => `${method} ${path}`)).toEqual(serves);
  });
});

describe('SEC-01, ADM-01, ADM-02, ADM-03: who may what', () => {
  it.each(matrix)('$call', async (row) => {
    const found: (number | string)[] = [];
    for (const [at, audience] of audiences.entries()) {
      found.push(await outcomeOf(await call(row, audience), row.expects[at]!));
    }
    expect(found).toEqual(row.expects);
  });
});

describe('SEC-01: what a page shows cannot be had as data either', () => {
  const shown = matrix.filter(
    (row) => row.call.startsWith('GET /') && pages.some(({ path }) => row.call === `GET ${callOf(path)}`),
  );
  it.each(shown.filter((row) => !/\.(xml|txt|csv|xlsx)$|meus-dados/.test(row.call)))('$call', async (row) => {
    for (const [at, audience] of audiences.entries()) {
      const expected = row.expects[at]!;
      const response = await call(row, audience, '.data');
      const text = await response.clone().text();
      expect([audience, await outcomeOf(response, expected)]).toEqual([audience, expected]);
      if (expected !== 200 && expected !== 'in') {
        expect(text, audience).not.toContain('Trilha que só assinantes veem');
      }
    }
  });
});

describe('LIB-01, CAT-19, PKG-01, A-27: a session that ends leads back to the page, never to an address of data', () => {
  /** A redirect's target, from the status or the router's data. */
  const ledTo = async (response: Response): Promise<URL> => {
    const text = await response.text();
    const target = response.headers.get('location') ?? /"(\/auth[^"]*)"/.exec(text)?.[1];
    return new URL(target ?? '/not-led-anywhere', site.url);
  };
  const gated = matrix.filter(
    ({ call: name, expects }) => name.startsWith('GET /') && expects[0] === 'login' && expects.includes(200),
  );
  const shown = gated.filter(({ call: name }) => !/meus-dados|\.(csv|xlsx)$/.test(name));
  const addressOf = (row: Row) => row.at?.(things) ?? row.call.split(' ')[1]!;
  const sent = { method: 'POST', body: new URLSearchParams({ intent: 'x' }) };

  it.each(shown)('$call', async (row) => {
    const path = addressOf(row);
    const who = audiences[row.expects.indexOf(200)]!;
    const page = pages.find((one) => `GET ${callOf(one.path)}` === row.call)!;
    const asked: [string, RequestInit?][] = [
      [`${path}?pagina=2`],
      [`${path}.data?pagina=2&index&_routes=${encodeURIComponent(page.id)}`],
    ];
    if (page.hasAction) asked.push([`${path}?pagina=2`, sent], [`${path}.data?pagina=2`, sent]);
    for (const [address, init] of asked) {
      const signIn = await ledTo(await ask(address, init));
      expect(signIn.searchParams.get('next'), address).toBe(`${path}?pagina=2`);
      expect(signIn.searchParams.get('aviso')).toBe(init ? 'sessao-encerrada' : null);
      const headers = await cookieOf(who);
      const on = (await ask(signIn.pathname + signIn.search, { headers })).headers.get('location');
      expect((await ask(on!, { headers })).status, on!).toBe(200);
    }
  });

  it.each([
    ['/profile/meus-dados', '/profile'],
    ['/admin/receita.csv', '/admin/receita?x=1'],
    [`/recordings/${things.requestId}/file`, '/minhas-gravacoes'],
    ['/functions/notifications', '/admin'],
  ])('%s is no page: back to the one with its link', async (file, page) => {
    const walk = { 'Sec-Fetch-Dest': 'document' };
    const from = (referer: string) => ask(file, { headers: { ...walk, Referer: referer } });
    expect((await ledTo(await from(site.url + page))).searchParams.get('next')).toBe(page);
    expect((await ledTo(await from(`https://evil.test${page}`))).search).toBe('');
    expect((await ledTo(await ask(file, { headers: walk }))).search).toBe('');
  });

  it('a form that was posted without scripts is said not to be saved', async () => {
    const page = await ask('/auth?next=%2Fprofile&aviso=sessao-encerrada');
    expect(await page.text()).toContain('Sua sessão terminou, e o que você enviou não foi salvo.');
  });

  it('a call that is no walk is answered as a call', async () => {
    const answer = await ask(`/recordings/${things.requestId}/file`, {
      headers: { 'Sec-Fetch-Dest': 'empty' },
    });
    expect([answer.status, (await answer.json()).error.code]).toEqual([401, 'unauthenticated']);
  });
});

describe('A-108: an administrators’ page for others', () => {
  const headers = async () => cookieOf('listener');

  it('DEN-01: who is signed in and lacks the role reads Acesso Restrito at /auth', async () => {
    const sent = (await ask('/admin/audit?x=1', { headers: await headers() })).headers.get('location')!;
    expect(sent).toBe('/auth?next=%2Fadmin%2Faudit%3Fx%3D1&aviso=restrito');
    const page = await ask(sent, { headers: await headers() });
    expect(page.status).toBe(403);
    const text = await page.text();
    for (const words of ['Acesso Restrito', 'Ver Planos de Assinatura', 'Voltar'])
      expect(text).toContain(words);
  });

  it('AUT-19: whoever may see the page by now, or is asked nothing, goes on', async () => {
    const sent = '/auth?next=%2Fadmin%2Faudit&aviso=restrito';
    const admin = await ask(sent, { headers: await cookieOf('admin') });
    expect(admin.headers.get('location')).toBe('/admin/audit');
    expect((await ask(sent)).status).toBe(200);
    expect((await ask('/auth', { headers: await headers() })).headers.get('location')).toBe('/library');
  });
});

describe('SEC-02: what belongs to another', () => {
  const other = 'listener' as const;
  const post = async (path: string, audience: Audience, form: Record<string, string>) =>
    ask(path, { method: 'POST', headers: await cookieOf(audience), body: new URLSearchParams(form) });

  it('FAV-11: a favourite is the caller’s own, whatever user_id and id say', async () => {
    const { userId } = people.subscriber;
    const kept = await aFavorite(db, { userId, packageId: things.packageId });
    const intruder = await aSubscriber(db);
    const headers = { Cookie: await signIn(intruder), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ package_id: things.packageId, user_id: userId, id: kept.id });
    await ask('/functions/favorites', { method: 'DELETE', headers, body });
    expect(await db.select().from(favorites).where(eq(favorites.id, kept.id))).toHaveLength(1);
    const added = await ask('/functions/favorites', { method: 'POST', headers, body });
    expect(added.status).toBe(201);
    const rows = await db.select().from(favorites).where(eq(favorites.packageId, things.packageId));
    expect(rows.map((row) => row.userId).sort()).toEqual([userId, intruder.userId].sort());
  });

  it('CRE-17: the requests of another are neither seen nor revised', async () => {
    const seen = await ask('/minhas-gravacoes', { headers: await cookieOf(other) });
    expect(await seen.text()).not.toContain('pronta.mp3');
    const form = { requestId: things.requestId, note: 'Mais alto' };
    expect((await post('/minhas-gravacoes', other, form)).status).toBe(409);
    const [row] = await db.select().from(recordingRequests).where(eq(recordingRequests.id, things.requestId));
    expect(row).toMatchObject({ status: 'completed', revisionRequestedAt: null });
  });

  it('SEC-02: a signed address of sound is worth nothing in another session', async () => {
    const headers = { ...(await cookieOf('subscriber')), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ fileId: things.trackId, fileName: 'a.mp3' });
    const { url } = (await (
      await ask('/functions/audio-proxy', { method: 'POST', headers, body })
    ).json()) as {
      url: string;
    };
    const { pathname, search } = new URL(url, site.url);
    expect((await ask(pathname + search, { headers })).status).toBe(200);
    expect((await ask(pathname + search)).status).toBe(401);
    expect((await ask(pathname + search, { headers: await cookieOf(other) })).status).toBe(403);
  });

  it('A-84: the export holds the caller’s own data and nobody else’s', async () => {
    const text = await (await ask('/profile/meus-dados', { headers: await cookieOf(other) })).text();
    expect(text).toContain(people.listener.email);
    expect(text).not.toContain(people.subscriber.email);
    expect(text).not.toContain(people.subscriber.userId);
  });

  it('ADM-04, PRO-15: no form makes an administrator or changes another', async () => {
    const { userId, email } = people.subscriber;
    await post('/profile', other, { intent: 'name', displayName: 'Novo', role: 'admin', userId });
    const page = await (await ask('/profile', { headers: await cookieOf('subscriber') })).text();
    expect(page).toContain(email);
    expect(page).not.toContain('value="Novo"');
    expect((await ask('/admin', { headers: await cookieOf(other) })).status).toBe(302);
  });
});
