import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { send } from './send.ts';
import {
  putOffSignIn,
  sessionEnd,
  sessionIsBack,
  tellSessionEnd,
  tellSessionEndOnce,
  watchSession,
} from './session-end.ts';

/** A site that accepts submissions while somebody is signed in, and records them. */
const taken: [string, number][] = [];
let isSignedIn = false;
const server = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  res.statusCode = isSignedIn ? 200 : 401;
  taken.push([`${req.method} ${body}`, res.statusCode]);
  res.end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/x`;
afterAll(() => server.close());

const isTold = () => sessionEnd.getState().isTold;
const told = () =>
  new Promise<void>((resolve) => {
    if (isTold()) return resolve();
    const end = sessionEnd.subscribe(() => {
      end();
      resolve();
    });
  });

beforeEach(() => {
  taken.length = 0;
  isSignedIn = false;
  watchSession('ana');
});
afterEach(() => {
  sessionIsBack();
});

it('A-27: what is sent after the session has ended waits for the sign-in, and is then sent once more', async () => {
  const sending = send(address, { body: 'Rádio Alvorada' });
  await told();
  isSignedIn = true;
  expect(sessionIsBack()).toBe('sent');
  expect((await sending).status).toBe(200);
  expect(isTold()).toBe(false);
  expect(taken).toEqual([
    ['POST Rádio Alvorada', 401],
    ['POST Rádio Alvorada', 200],
  ]);
});

it('who puts the sign-in off has the refusal, and is told again at the next try', async () => {
  const sending = send(address, { body: 'a' });
  await told();
  putOffSignIn();
  expect([(await sending).status, isTold(), taken.length]).toEqual([401, false, 1]);
  void send(address, { body: 'b' });
  await told();
  expect(isTold()).toBe(true);
});

it('a page that asks by itself tells it once, until the session is back', () => {
  tellSessionEndOnce();
  expect(isTold()).toBe(true);
  putOffSignIn();
  tellSessionEndOnce();
  expect(isTold()).toBe(false);
  sessionIsBack();
  tellSessionEndOnce();
  expect(isTold()).toBe(true);
});

it('a visitor’s page has no session to end', async () => {
  watchSession(null);
  expect((await send(address, { body: 'a' })).status).toBe(401);
  expect(await tellSessionEnd()).toBe(false);
  expect(isTold()).toBe(false);
});
