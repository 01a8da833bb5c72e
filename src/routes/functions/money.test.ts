import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, describe, expect, it } from 'vitest';
import { recordingRequests } from '#db/schema/recordings.ts';
import { simulatedCustomers } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { bySoldPlan } from '#features/plans/plans.ts';
import { isEntitled } from '#features/subscriptions/model.ts';
import { SimulatedPayments } from '#features/subscriptions/simulated-gateway.server.ts';
import { findSubscription } from '#features/subscriptions/subscription-queries.server.ts';
import { systemClock } from '#platform/clock.ts';
import { AppError, errorResponse } from '#platform/errors.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import type { App } from '#routes/app.server.ts';
import { recordingFileEndpoint } from '#routes/endpoints/recording-file.server.ts';
import { aCreditLot, anAdmin, aPackage, aRecordingRequest, aSubscriber, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { checkSubscriptionEndpoint } from './check-subscription.server.ts';
import { createCheckoutEndpoint } from './create-checkout.server.ts';
import { createRecordingRequestEndpoint } from './create-recording-request.server.ts';
import { customerPortalEndpoint } from './customer-portal.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'money-'));
const jobs = await openJobs({ connectionString, db, log });
afterAll(async () => {
  await jobs.stop();
  await rm(folder, { recursive: true });
});

const settings = {
  PUBLIC_URL: 'https://radio.example',
  DATA_DIR: folder,
  STRIPE_PRICE_MONTHLY: 'price_m',
  STRIPE_PRICE_SEMESTER: 'price_s',
  STRIPE_PRICE_ANNUAL: 'price_a',
  MONTHLY_CREDITS: 0,
};
const storage = await openDiskStorage(settings as never);
const payments = new SimulatedPayments(db, systemClock, {
  publicUrl: settings.PUBLIC_URL,
  secret: 'segredo',
  prices: { ...bySoldPlan(({ id }) => id), monthly: 'price_m', semester: 'price_s', annual: 'price_a' },
});
/** Users by the id in a request; other tests cover sessions. */
const people = new Map<string, User>();
const viewers = {
  async read(request: Request) {
    const user = people.get(request.headers.get('x-user') ?? '');
    if (!user) return null;
    const subscription = await findSubscription(db, user.userId);
    return { user, subscription, entitled: isEntitled(user.role, subscription, new Date()), sessionId: 's' };
  },
};
const app = {
  db,
  bus,
  jobs,
  log,
  storage,
  payments,
  settings,
  viewers,
  clock: systemClock,
} as unknown as App;
const web = new Hono();
for (const endpoint of [
  checkSubscriptionEndpoint,
  createCheckoutEndpoint,
  customerPortalEndpoint,
  createRecordingRequestEndpoint,
  recordingFileEndpoint,
]) {
  web.route('/', endpoint(app));
}
web.onError((error) => {
  if (error instanceof AppError) return errorResponse(error);
  throw error;
});

function know<T extends User>(user: T): T {
  people.set(user.userId, user);
  return user;
}
const visitor = { userId: '' };
const regular = know(await aUser(db));
const subscriber = know(await aSubscriber(db));
const admin = know(await anAdmin(db));
const jingles = await aPackage(db, { kind: 'pacotes-vinhetas' });
const order = { packageId: jingles.id, radioName: 'Rádio Cidade', whatsapp: '(11) 99999-0000' };

interface Call {
  body?: unknown;
  type?: string;
  headers?: Record<string, string>;
}
async function call(name: string, user: { userId: string }, { body = {}, type, headers }: Call = {}) {
  const response = await web.request(`/functions/${name}`, {
    method: 'POST',
    headers: { 'content-type': type ?? 'application/json', 'x-user': user.userId, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

describe('SEC-01: who may call what', () => {
  const calls: [string, object, Record<string, number>][] = [
    ['check-subscription', {}, { visitor: 401, regular: 200, subscriber: 200, admin: 200 }],
    ['create-checkout', { price_id: 'price_a' }, { visitor: 401, regular: 200, subscriber: 200, admin: 200 }],
    ['customer-portal', {}, { visitor: 401, regular: 200, subscriber: 200, admin: 200 }],
    ['create-recording-request', order, { visitor: 401, regular: 403, subscriber: 422, admin: 422 }],
  ];
  const callers = { visitor, regular, subscriber, admin };
  const cases = calls.flatMap(([name, body, by]) =>
    Object.entries(by).map(([who, status]) => [name, who as keyof typeof callers, status, body] as const),
  );
  it.each(cases)('%s by %s gives %i', async (name, who, status, body) => {
    const answer = await call(name, callers[who], { body });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    if (status !== 200)
      expect(answer.json).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  });
});

describe('bad input', () => {
  const wrong: [string, Call, number][] = [
    ['a form', { type: 'application/x-www-form-urlencoded', body: 'price_id=price_a' }, 415],
    ['plain text', { type: 'text/plain', body: '{"price_id":"price_a"}' }, 415],
    ['broken JSON', { body: '{"price_id":' }, 400],
    ['a list', { body: [] }, 400],
    ['null', { body: 'null' }, 400],
    ['nothing', { body: '' }, 400],
    ['no price', { body: {} }, 400],
    ['a number', { body: { price_id: 5 } }, 400],
    ['an unknown price (PAY-01)', { body: { price_id: 'foo' } }, 400],
    ['100 kB', { body: { price_id: 'x'.repeat(100_000) } }, 413],
    [
      'a key that is no header text',
      { body: { price_id: 'price_a' }, headers: { 'idempotency-key': 'a b' } },
      400,
    ],
  ];
  it.each(wrong)('create-checkout with %s is refused and leaves nothing', async (_, given, status) => {
    const before = await db.select().from(simulatedCustomers);
    const answer = await call('create-checkout', regular, given);
    expect(answer.status).toBe(status);
    expect(answer.json.error.message).toMatch(/[.)]$/);
    expect(await db.select().from(simulatedCustomers)).toEqual(before);
  });

  it.each([
    ['blank name', { ...order, radioName: '  ' }, 400],
    ['no number', { ...order, whatsapp: 'abc' }, 400],
    ['no package', { ...order, packageId: undefined }, 400],
    ['unknown package (CRE-15)', { ...order, packageId: 'nada' }, 404],
  ])('CRE-03: create-recording-request with %s is refused', async (_, body, status) => {
    expect((await call('create-recording-request', subscriber, { body })).status).toBe(status);
  });

  it('CRE-11: there is no way to write a balance', async () => {
    for (const method of ['PATCH', 'PUT', 'POST', 'DELETE']) {
      const response = await web.request('/functions/credits', {
        method,
        headers: { 'x-user': subscriber.userId },
      });
      expect([401, 403, 404, 405]).toContain(response.status);
    }
  });
});

describe('the answers', () => {
  it('create-checkout and customer-portal give an address; a subscriber is sent to the portal (PAY-07)', async () => {
    const bought = await call('create-checkout', regular, { body: { price_id: 'price_a' } });
    expect(bought.json.url).toMatch(/^https:\/\/radio\.example\/checkout-simulado\/[0-9a-z]{26}$/);
    const managed = await call('create-checkout', subscriber, { body: { price_id: 'price_a' } });
    const portal = `https://radio.example/portal-simulado/cus_simulado_${subscriber.userId}`;
    expect(managed.json).toEqual({ url: portal, portal: true });
    const own = await call('customer-portal', subscriber, { body: { customer: 'cus_simulado_outro' } });
    expect(own.json).toEqual({ url: portal });
  });

  it('create-checkout honours Idempotency-Key', async () => {
    const given = { body: { price_id: 'price_m' }, headers: { 'idempotency-key': 'k-1' } };
    const first = await call('create-checkout', regular, given);
    expect((await call('create-checkout', regular, given)).json).toEqual(first.json);
    const other = { ...given, body: { price_id: 'price_s' } };
    expect((await call('create-checkout', regular, other)).status).toBe(409);
  });

  it('calls without a payload may leave the body out', async () => {
    for (const name of ['check-subscription', 'customer-portal']) {
      const init = { method: 'POST', headers: { 'x-user': subscriber.userId } };
      expect((await web.request(`/functions/${name}`, init)).status).toBe(200);
      // Node's server passes an empty stream where fetch sent no body.
      const empty = { ...init, body: new Uint8Array(0) };
      expect((await web.request(`/functions/${name}`, empty)).status).toBe(200);
      const odd = { ...init, body: new TextEncoder().encode('x') };
      expect((await web.request(`/functions/${name}`, odd)).status).toBe(415);
    }
  });

  it('CRE-05, CRE-06, CRE-08: create-recording-request says what was taken and what is left', async () => {
    const person = know(await aSubscriber(db));
    await aCreditLot(db, { userId: person.userId, amount: 40 });
    const given = {
      body: { ...order, packageTitle: 'x', credits_used: 0 },
      headers: { 'idempotency-key': 'r-1' },
    };
    const first = await call('create-recording-request', person, given);
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({
      request: { status: 'pending', package_title: jingles.title, credits_used: 25 },
      credits_balance: 15,
    });
    expect((await call('create-recording-request', person, given)).json).toEqual(first.json);
    const poor = await call('create-recording-request', person, { body: { ...order, radioName: 'Outra' } });
    expect(poor.status).toBe(422);
    expect(poor.json.error).toEqual({
      code: 'insufficient-credits',
      message: 'Você precisa de pelo menos 25 créditos para solicitar uma gravação.',
    });
    expect(await db.$count(recordingRequests, eq(recordingRequests.userId, person.userId))).toBe(1);
  });
});

describe('GET /recordings/{id}/file', async () => {
  // A real server: the file is written to the socket.
  const server = serve({ fetch: web.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  afterAll(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (id: string, user: { userId: string }, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(`${address}/recordings/${id.includes('/') ? id : `${id}/file`}`, {
      method,
      headers: { 'x-user': user.userId, ...headers },
    });

  it('CRE-17, A-104: gives the delivered file to its requester and to nobody else', async () => {
    const bytes = Buffer.from('som de vinheta');
    await storage.put('recordings/a.mp3', bytes, { mime: 'audio/mpeg' });
    const request = await aRecordingRequest(db, {
      userId: regular.userId,
      status: 'completed',
      deliveredKey: 'recordings/a.mp3',
      deliveredName: 'Vinheta São João.mp3',
    });
    const mine = await get(request.id, regular);
    expect(mine.status).toBe(200);
    expect(Buffer.from(await mine.arrayBuffer())).toEqual(bytes);
    expect(mine.headers.get('content-length')).toBe(String(bytes.length));
    expect(mine.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Vinheta%20S%C3%A3o%20Jo%C3%A3o.mp3",
    );
    expect(mine.headers.get('content-type'), 'a browser plays it').toBe('audio/mpeg');
    expect(mine.headers.get('x-content-type-options')).toBe('nosniff');
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
    expect((await get(request.id, regular, 'HEAD')).headers.get('content-length')).toBe(String(bytes.length));
    const etag = mine.headers.get('etag')!;
    const part = await get(request.id, regular, 'GET', { Range: 'bytes=4-5', 'If-Match': etag });
    expect([part.status, await part.text()]).toEqual([206, 'de']);
    expect((await get(request.id, regular, 'GET', { 'If-Match': '"outra"' })).status).toBe(412);
    expect((await get(request.id, regular, 'GET', { 'If-None-Match': etag })).status).toBe(304);
    expect((await get(request.id, visitor)).status).toBe(401);
    for (const other of [subscriber, admin]) expect((await get(request.id, other)).status).toBe(404);
    expect((await get('nada', regular)).status).toBe(404);

    const listen = async () => (await get(`${request.id}/file?ouvir`, regular)).text();
    expect(await listen(), 'A-157: by the file itself').toBe(String(bytes));
    await storage.put('recordings/heard.mp3', Buffer.from('leve'), { mime: 'audio/mpeg' });
    const heardKey = 'recordings/heard.mp3';
    await db.update(recordingRequests).set({ heardKey }).where(eq(recordingRequests.id, request.id));
    expect(await listen(), 'A-157: by its MP3').toBe('leve');
    expect(Buffer.from(await (await get(request.id, regular)).arrayBuffer())).toEqual(bytes);
    const open = await aRecordingRequest(db, { userId: regular.userId });
    expect((await get(open.id, regular)).status).toBe(404);
  });
});
