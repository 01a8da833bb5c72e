import { describe, expect, it } from 'vitest';
import { rateLimits } from '#db/schema/accounts.ts';
import { testAccounts, Visitor } from '#tests/accounts.ts';

const { db, post, confirmed, clock } = await testAccounts();

const login = (email: string, password: string, visitor = new Visitor()) =>
  post(visitor, '/sign-in/email', { email, password });

describe('limits', () => {
  it('AUT-18: refuses the eleventh wrong login of an account in a minute, whatever the address', async () => {
    const email = 'forca-bruta@radio.com';
    await confirmed(email);
    const statuses = [];
    for (let i = 0; i < 20; i++) statuses.push((await login(email, `errada-${i}`)).status);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
    const refused = await login(email, 'segredo-1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await refused.json()).message).toMatch(
      /^Muitas tentativas\. Tente novamente em \d+ segundos?\.$/,
    );
    clock.pass(61);
    expect((await login(email, 'segredo-1')).status).toBe(200);
  });

  it('AUT-18: refuses the twenty-first wrong login of an address in a minute', async () => {
    const visitor = new Visitor('203.0.113.9');
    const statuses = [];
    for (let i = 0; i < 22; i++)
      statuses.push((await login(`alguem-${i}@radio.com`, 'errada', visitor)).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
    const neighbour = new Visitor('203.0.113.10');
    expect((await login('alguem-1@radio.com', 'errada', neighbour)).status).toBe(401);
  });

  it('A-26: addresses of one IPv6 network count together', async () => {
    const statuses = [];
    for (let i = 0; i < 21; i++) {
      const visitor = new Visitor(`2001:db8:1:2:${i.toString(16)}::1`);
      statuses.push((await login(`rede-${i}@radio.com`, 'errada', visitor)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('A-26: attempts at the same moment do not slip through together', async () => {
    const email = 'ao-mesmo-tempo@radio.com';
    const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => login(email, `errada-${i}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('good logins do not use up the limit', async () => {
    const email = 'trabalha@radio.com';
    await confirmed(email);
    const visitor = new Visitor();
    for (let i = 0; i < 25; i++) expect((await login(email, 'segredo-1', visitor)).status).toBe(200);
  });

  it('keeps no e-mail in the table of counters', async () => {
    const rows = await db.select().from(rateLimits);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('@');
  });
});
