import pino from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { SettingsError } from '#platform/env.server.ts';
import { AppError, GatewayError } from '#platform/errors.ts';
import { testDatabase } from '#tests/database.ts';
import { isUnstorableText } from './down.server.ts';
import { migrate } from './migrate.server.ts';
import { isDatabaseDown, openDatabase, openPool } from './open.server.ts';

const { pool, connectionString } = await testDatabase();
const log = pino({ level: 'silent' });
const address = (database: string, user = 'postgres') =>
  inject('testDatabaseAddress').replace('DATABASE', database).replace('postgres@', `${user}@`);
const refusal = (opening: Promise<unknown>) =>
  opening.then(
    () => null,
    (error: unknown) => error,
  );

describe('with DATABASE_URL', () => {
  it('opens that server, which is never new and not ended', async () => {
    const database = await openDatabase({ DATA_DIR: '/nonexistent', DATABASE_URL: connectionString }, log);
    expect(database).toMatchObject({ isNew: false, embedded: false, connectionString });
    await database.stop();
    await database.stop();
    expect((await pool.query('select 1')).rowCount).toBe(1);
  });

  it('reads the first rows of a table first, also while others read it', async () => {
    const { pool: opened } = openPool(connectionString, log);
    const { rows } = await opened.query('show synchronize_seqscans');
    await opened.end();
    expect(rows).toEqual([{ synchronize_seqscans: 'off' }]);
  });

  it('stops the start with a sentence that does not show the address', async () => {
    const error = await refusal(
      openDatabase({ DATA_DIR: '/nonexistent', DATABASE_URL: address('no_such_database', 'secret') }, log),
    );
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as Error).message).toMatch(/^DATABASE_URL: não consigo conectar ao banco \(\w+\)\.$/);
  });

  it('says that the account may not make tables, and takes extensions that others made elsewhere', async () => {
    await pool.query('create role weak login');
    await pool.query('create database weak_database');
    const { pool: weak } = openPool(address('weak_database', 'weak'), log);
    expect(await refusal(migrate(weak))).toMatchObject({
      name: 'SettingsError',
      message: expect.stringContaining('direito de criar'),
    });
    const { pool: strong } = openPool(address('weak_database'), log);
    await strong.query(
      'grant create on database weak_database to weak; grant create on schema public to weak',
    );
    await strong.query('create schema extras; grant usage on schema extras to weak');
    await strong.query('create extension unaccent schema extras; create extension pg_trgm schema extras');
    await migrate(weak);
    expect((await weak.query(`select fold('Çaça')`)).rows).toEqual([{ fold: 'caca' }]);
    await weak.end();
    await strong.end();
    await pool.query('drop database weak_database');
    await pool.query('drop role weak');
  });
});

describe('isDatabaseDown', () => {
  const coded = (code: string, rest: object = {}) => Object.assign(new Error(code), { code, ...rest });

  it.each([
    ['a refused connection', coded('ECONNREFUSED', { syscall: 'connect' }), true],
    ['several refused connections', new AggregateError([coded('ECONNREFUSED')]), true],
    ['a missing socket', coded('ENOENT', { syscall: 'connect' }), true],
    ['a missing file', coded('ENOENT', { syscall: 'open' }), false],
    ['a server that stops', coded('57P01'), true],
    ['a full disk', new Error('Failed query', { cause: coded('53100') }), true],
    ['a cut connection', new Error('Connection terminated unexpectedly'), true],
    ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
    ['a broken rule', coded('23505'), false],
    ['a mistake in a query', new Error('Failed query', { cause: coded('42601') }), false],
    ['another service', new GatewayError('mail', { retryable: true, cause: coded('ECONNREFUSED') }), false],
    ['a refusal of ours', new AppError('not-found', 'Não encontrado.'), false],
    ['nothing', null, false],
    ['a circle', Object.assign(coded('X'), { cause: coded('Y') }), false],
  ])('%s: %#', (_, error, expected) => {
    expect(isDatabaseDown(error)).toBe(expected);
  });
});

describe('a text that the database cannot hold', () => {
  it.each([
    ['a NUL', 'text', 'a\u0000b', true],
    ['a NUL in JSON', 'jsonb', JSON.stringify({ title: 'a\u0000b' }), true],
    ['half of an emoji in JSON', 'jsonb', JSON.stringify({ title: '\ud83c' }), true],
    ['a word for a number', 'int', 'x', false],
  ])('%s', async (_, type, value, isSenders) => {
    const error = await refusal(pool.query(`select $1::${type}`, [value]));
    expect(error).toBeInstanceOf(Error);
    expect(isUnstorableText(error)).toBe(isSenders);
  });
});
