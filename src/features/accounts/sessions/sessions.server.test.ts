import { describe, expect, it } from 'vitest';
import { openViewerReader } from '#features/subscriptions/gates.server.ts';
import { Bus } from '#platform/bus.server.ts';
import { testAccounts, Visitor } from '#tests/accounts.ts';
import { endSessions } from './end-sessions.server.ts';
import { listSessions } from './queries.server.ts';

const site = await testAccounts();
const { db, pool, connectionString, log, auth, clock, viewers, confirmed, post } = site;

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/149.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1';
const password = 'segredo-1';

/** Signs a person in in another browser. */
async function another(email: string, agent: string): Promise<Visitor> {
  const visitor = new Visitor();
  await post(visitor, '/sign-in/email', { email, password }, { 'user-agent': agent });
  return visitor;
}
const seen = async (visitor: Visitor) => (await viewers.read(visitor.cookie))!;
const tokenOf = ({ cookie }: Visitor) => auth.cookies.read(cookie)!;
const list = async (visitor: Visitor) => {
  const { user, sessionId } = await seen(visitor);
  return listSessions(db, user, sessionId, clock.now());
};

describe('open sessions', () => {
  it('B.11: are listed by device, the asking one first, with when they were last used', async () => {
    await confirmed('aparelhos@radio.com');
    const phone = await another('aparelhos@radio.com', iphone);
    clock.pass(3 * 3600);
    const desk = await another('aparelhos@radio.com', windows);
    expect(await list(desk)).toMatchObject([
      { name: 'Chrome no Windows', isCurrent: true, isPhone: false },
      { name: 'Safari no iPhone', isCurrent: false, isPhone: true, seen: 'há 3 horas' },
    ]);
    await viewers.open(phone.request('/library')).read();
    clock.pass(120);
    expect(await list(desk), 'a page of the phone counts').toMatchObject([{}, { seen: 'há 2 minutos' }]);
  });

  it('B.11: each can be ended, and is over at once in every process', async () => {
    await confirmed('encerra@radio.com');
    const [mine, lost, third] = await Promise.all(
      [windows, iphone, iphone].map((agent) => another('encerra@radio.com', agent)),
    );
    const otherBus = new Bus(pool, connectionString, log);
    await otherBus.start();
    const elsewhere = openViewerReader({ db, auth, bus: otherBus, clock });
    for (const visitor of [mine!, lost!, third!]) await elsewhere.read(visitor.cookie);
    const { user } = await seen(mine!);
    await endSessions(site, user, { only: (await seen(lost!)).sessionId });
    expect(await viewers.read(lost!.cookie)).toBeNull();
    await expect.poll(() => elsewhere.read(lost!.cookie)).toBeNull();
    expect(await viewers.read(third!.cookie)).not.toBeNull();
    await endSessions(site, user, { exceptToken: tokenOf(mine!) });
    expect(await viewers.read(third!.cookie)).toBeNull();
    await expect.poll(() => elsewhere.read(third!.cookie)).toBeNull();
    expect(await elsewhere.read(mine!.cookie)).not.toBeNull();
    expect(await list(mine!)).toHaveLength(1);
    await otherBus.stop();
  });

  it('B.11: nobody ends or sees another person’s', async () => {
    await Promise.all([confirmed('minha@radio.com'), confirmed('alheia@radio.com')]);
    const mine = await another('minha@radio.com', windows);
    const theirs = await another('alheia@radio.com', windows);
    const { user } = await seen(mine);
    await endSessions(site, user, { only: (await seen(theirs)).sessionId });
    await endSessions(site, user, { exceptToken: tokenOf(mine) });
    expect(await list(theirs)).toHaveLength(1);
    expect(await list(mine)).toHaveLength(1);
  });

  it('B.11: the call that ends them all ends them at once', async () => {
    await confirmed('todas@radio.com');
    const [first, second] = [
      await another('todas@radio.com', windows),
      await another('todas@radio.com', iphone),
    ];
    for (const visitor of [first, second]) expect(await viewers.read(visitor.cookie)).not.toBeNull();
    const { cookie } = first;
    await post(first, '/revoke-sessions', {});
    for (const jar of [cookie, second.cookie]) expect(await viewers.read(jar)).toBeNull();
  });
});
