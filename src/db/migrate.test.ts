import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { emptyDatabase, testDatabase } from '#tests/database.ts';
import { migrate } from './migrate.server.ts';

const { pool } = await testDatabase();

const one = async (text: string, values: unknown[] = []): Promise<unknown> =>
  Object.values((await pool.query(text, values)).rows[0] as object)[0];

describe('the migrated database', () => {
  it('takes the migrations again, from several processes at once', async () => {
    await Promise.all([migrate(pool), migrate(pool), migrate(pool)]);
    expect(await one('select count(*)::int from packages')).toBe(0);
  });

  it('migrates for as long as it takes, whatever limits the site sets its own statements', async () => {
    const limits = { statement_timeout: 1, query_timeout: 1, lock_timeout: 1 };
    const hurried = new Pool({ connectionString: await emptyDatabase(), ...limits });
    await migrate(hurried);
    await hurried.end();
  });

  it.each([
    ['Canção', 'cancao'],
    ['CANÇÕES', 'cancoes'],
    ['Aça\u0303o', 'acao'],
    ['straße œuvre', 'strasse oeuvre'],
    ['100% _\'"\\ 🎵', '100% _\'"\\ 🎵'],
    ['', ''],
    [null, null],
  ])('folds %j to %j', async (given, folded) => {
    expect(await one('select fold($1::text)', [given])).toBe(folded);
  });

  it('F07: composes text that was stored before the doors did', async () => {
    await pool.query(`insert into categories (id, name, kind) values ('c', 'Sa\u0303o', 'trilhas')`);
    await pool.query(`insert into packages (id, category_id, title, description, tags) values
      ('d', 'c', 'Sa\u0303o Joa\u0303o', null, array['forro\u0301', 'B', 'a']), ('n', 'c', 'São', 'x', null)`);
    await pool.query(`insert into tracks (id, package_id, name) values ('t', 'd', 'Cha\u0303o.mp3')`);
    const sql = readFileSync(new URL('./migrations/0056_composed_text.sql', import.meta.url), 'utf8');
    for (const statement of sql.split('--> statement-breakpoint')) await pool.query(statement);
    const { rows } = await pool.query('select title, description, tags from packages order by id');
    expect(rows).toEqual([
      { title: 'São João', description: null, tags: ['forró', 'B', 'a'] },
      { title: 'São', description: 'x', tags: null },
    ]);
    expect(await one('select name from tracks')).toBe('Chão.mp3');
    expect(await one('select name from categories')).toBe('São');
  });

  it('joins tags so that no search crosses from one into the next', async () => {
    expect(await one('select join_tags($1::text[])', [['rádio', 'ao vivo']])).toBe('rádio\nao vivo');
    expect(await one('select join_tags(null)')).toBe('');
  });

  it('CAT-12: sorts in Portuguese', async () => {
    const { rows } = await pool.query<{ x: string }>(
      `select x from unnest(array['Zumbido', 'Água', 'Çaça', 'Abelha', 'dado']) x order by x collate pt_br`,
    );
    expect(rows.map((row) => row.x)).toEqual(['Abelha', 'Água', 'Çaça', 'dado', 'Zumbido']);
  });

  it('has a trigram index under each searched column', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select indexname as name from pg_indexes where indexdef like '%gin_trgm_ops%' order by 1`,
    );
    expect(rows.map((row) => row.name)).toEqual([
      'licences_licensee',
      'packages_description_fold',
      'packages_tags_fold',
      'packages_title_fold',
      'packages_tracks_fold',
      'search_words_trigrams',
      'users_search_fold',
    ]);
  });
});
