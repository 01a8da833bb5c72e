import { describe, expect, it } from 'vitest';
import { users } from '#db/schema/accounts.ts';
import { testDatabase } from '#tests/database.ts';
import { errorFacts, forLog, pathForLog } from './log.server.ts';

const { db, pool } = await testDatabase();

describe('SEC-07: what a log line says of an error', () => {
  it('names the query and the reason, not the values', async () => {
    const id = { id: 'a'.repeat(26), email: 'maria@exemplo.com.br' };
    await db.insert(users).values(id);
    const error = await db
      .insert(users)
      .values(id)
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('maria');
    const facts = errorFacts(error);
    expect(facts).toMatchObject({ cause: { code: '23505' } });
    expect(JSON.stringify(facts)).not.toContain('maria');
    expect(JSON.stringify(facts)).toContain('Failed query: insert into');
    expect(JSON.stringify(facts)).toContain('log.server.test.ts');
  });

  it('does not take the connection along', async () => {
    const client = await pool.connect();
    const error = Object.assign(new Error('lost'), { client, code: '57P01' });
    client.release();
    expect(Object.keys(errorFacts(error))).toEqual(['type', 'message', 'code', 'stack']);
  });

  it('copes with what is no error', () => {
    expect(errorFacts('text\n')).toEqual({ message: 'text\\u000a' });
    expect(errorFacts(undefined)).toEqual({ message: 'undefined' });
  });
});

it('A-86: untrusted text is cut and its control characters are escaped', () => {
  expect(forLog('a\r\nb\u2028')).toBe('a\\u000d\\u000ab\\u2028');
  expect(forLog('x'.repeat(300))).toHaveLength(201);
});

it.each([
  ['http://x/nao-existe', '/nao-existe'],
  ['http://x/pão-de-açúcar', '/pão-de-açúcar'],
  ['http://x/a%0d%0aFAKE?senha=1#z', '/a\\u000d\\u000aFAKE'],
  ['http://x/%e2%80%a8', '/\\u2028'],
  ['http://x/%ff%zz', '/%ff%zz'],
])('NAV-23: %s is logged as %s', (url, line) => {
  expect(pathForLog(url)).toBe(line);
});
