import { expect, it } from 'vitest';
import { accountLinks, sessions } from '#db/schema/accounts.ts';
import { testAccounts, Visitor } from '#tests/accounts.ts';
import { endDoors } from './end-doors.server.ts';

const site = await testAccounts();
const { db } = site;

it('OPS-26: a restore ends the sessions and links that its backup brings back', async () => {
  const visitor = await site.signedIn('volta@radio.com');
  await site.post(new Visitor(), '/request-password-reset', { email: 'volta@radio.com' });
  await site.auth.settled();
  const open = async () => [await db.$count(sessions), await db.$count(accountLinks)];
  expect(Math.min(...(await open()))).toBeGreaterThan(0);
  await endDoors(db);
  expect(await open()).toEqual([0, 0]);
  expect(await site.viewers.read(visitor.cookie)).toBeNull();
});
