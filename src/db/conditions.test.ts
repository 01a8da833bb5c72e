import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import { among } from './conditions.ts';

const { db } = await testDatabase();

it('compares with any number of texts: they are one parameter', async () => {
  const ids = Array.from({ length: 200_000 }, (_, at) => `id-${at}`);
  const found = await db.execute(
    sql`select id from (values ('id-7'), ('none')) given(id) where ${among(sql`id`, ids)}`,
  );
  expect(found.rows).toEqual([{ id: 'id-7' }]);
});
