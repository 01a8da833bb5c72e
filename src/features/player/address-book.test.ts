import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressBook, AddressRefused, askAddress } from './address-book.ts';
import { playerTexts } from './model.ts';

/** Addresses that count requests, with their own clock. */
function book(life = 600_000) {
  const clock = { now: 0 };
  const asked: string[] = [];
  const ask = async (trackId: string) => ({ url: `/audio/${trackId}?n=${asked.push(trackId)}`, life });
  return { clock, asked, addresses: new AddressBook(ask, () => clock.now) };
}

describe('addresses that are kept', () => {
  it('are asked for once, however many want them at once', async () => {
    const { addresses, asked } = book();
    const all = await Promise.all([addresses.get('t1'), addresses.get('t1'), addresses.get('t1')]);
    expect(new Set(all).size).toBe(1);
    expect(asked).toEqual(['t1']);
    expect(addresses.peek('t1')).toBe(all[0]);
    expect(addresses.peek('t2')).toBeNull();
  });

  it('PLY-18: are given up shortly before they end', async () => {
    const { addresses, asked, clock } = book(600_000);
    await addresses.get('t1');
    clock.now = 579_000;
    expect(addresses.peek('t1')).not.toBeNull();
    clock.now = 581_000;
    expect(addresses.peek('t1')).toBeNull();
    await addresses.get('t1');
    expect(asked).toHaveLength(2);
  });

  it('a very short life is used for the most part', async () => {
    const { addresses, clock } = book(5000);
    await addresses.get('t1');
    clock.now = 3900;
    expect(addresses.peek('t1')).not.toBeNull();
    clock.now = 4100;
    expect(addresses.peek('t1')).toBeNull();
  });

  it('are renewed when they were refused, and forgotten with the session', async () => {
    const { addresses, asked } = book();
    const first = await addresses.get('t1');
    expect(await addresses.renew('t1')).not.toBe(first);
    addresses.clear();
    expect(addresses.peek('t1')).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it('a failure is not kept', async () => {
    let fails = true;
    const addresses = new AddressBook(async () => {
      if (fails) throw new AddressRefused(playerTexts.gone);
      return { url: '/audio/t1', life: 1000 };
    });
    await expect(addresses.get('t1')).rejects.toThrow(playerTexts.gone);
    fails = false;
    expect(await addresses.get('t1')).toBe('/audio/t1');
  });
});

describe('asking the site', () => {
  const answer = { status: 200, body: '', date: '' };
  let server: Server;
  let base = '';

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(answer.status, { Date: answer.date, 'Content-Type': 'application/json' });
      response.end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('measures the life between two times of the server, so that a wrong clock does no harm', async () => {
    answer.date = 'Tue, 01 Jan 2019 10:00:00 GMT';
    answer.body = JSON.stringify({ url: '/audio/t1?s=x', expiresAt: '2019-01-01T10:10:00.000Z' });
    expect(await askAddress('t1', base)).toEqual({ url: '/audio/t1?s=x', life: 600_000 });
  });

  it.each([
    [401, playerTexts.noSession],
    [403, playerTexts.noPlan],
    [404, playerTexts.gone],
    [429, playerTexts.tooMany],
    [500, playerTexts.broken],
    [200, playerTexts.broken],
  ])('%i without an address is said in a sentence', async (status, text) => {
    Object.assign(answer, { status, body: '{"error":{"code":"x","message":"y"}}' });
    await expect(askAddress('t1', base)).rejects.toThrow(text);
  });

  it('a site that cannot be reached is a lost line', async () => {
    await expect(askAddress('t1', 'http://127.0.0.1:1')).rejects.toMatchObject({
      isUnanswered: true,
      message: 'O site não respondeu.',
    });
  });
});
