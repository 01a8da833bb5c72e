import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { formatTotal, type Place } from '#platform/list.ts';
import { testDatabase } from '#tests/database.ts';
import { countList, type List, readList } from './list.server.ts';

const { db } = await testDatabase();

/** The numbers 1 to `length`, the odd ones first. */
const numbers = (length: number, more: Partial<List> = {}): List => ({
  from: sql`generate_series(1, ${sql.raw(String(length))}) as numbers(n)`,
  id: sql`n::text`,
  order: [sql`1 - n % 2`, sql`n`],
  size: 10,
  ...more,
});
const expected = (length: number) =>
  Array.from({ length }, (_, at) => at + 1).toSorted((a, b) => (b % 2) - (a % 2) || a - b);

async function walk(list: List, from: Place, edge: 'after' | 'before') {
  const seen: number[][] = [];
  for (let place: Place | null = from; place; ) {
    const { ids, page }: Awaited<ReturnType<typeof readList>> = await readList(db, list, place);
    seen.push(ids.map(Number));
    const { after, before } = page;
    if (edge === 'after') place = after ? { pagina: page.page + 1, depois: after } : null;
    else place = before ? { pagina: page.page - 1, antes: before } : null;
  }
  return seen;
}

describe('a list', () => {
  it('is walked by keys, forwards and back, each row once', async () => {
    const rows = expected(35);
    expect((await walk(numbers(35), { pagina: 1 }, 'after')).flat()).toEqual(rows);
    const back = await walk(numbers(35), { pagina: 4 }, 'before');
    expect(back.toReversed().flat()).toEqual(rows);
    const down = numbers(35, { descending: true });
    expect((await walk(down, { pagina: 1 }, 'after')).flat()).toEqual(rows.toReversed());
  });

  it('follows its key, not its number: rows that come meanwhile push nothing onto the next page', async () => {
    const { page } = await readList(db, numbers(35, { where: sql`n > 4` }), { pagina: 1 });
    const { ids } = await readList(db, numbers(35), { pagina: 2, depois: page.after! });
    expect(ids.slice(0, 2)).toEqual(['25', '27']);
  });

  it('is read by number without a key, or with one that is gone; beyond its end it shows the last page', async () => {
    const rows = expected(35);
    const shown = async (place: Place) => (await readList(db, numbers(35), place)).ids.map(Number);
    expect(await shown({ pagina: 2 })).toEqual(rows.slice(10, 20));
    expect(await shown({ pagina: 2, depois: '99' })).toEqual(rows.slice(10, 20));
    expect(await shown({ pagina: 900 })).toEqual(rows.slice(30));
    expect(await readList(db, numbers(0), { pagina: 3 })).toEqual({
      ids: [],
      page: { page: 1, total: 0, about: 'exact', pages: 1, after: null, before: null },
    });
  });

  it('reads a far page from the nearer end', async () => {
    const length = 98_347;
    const { ids, page } = await readList(db, numbers(length), { pagina: 9800 });
    expect(ids.map(Number)).toEqual(expected(length).slice(-10));
    expect(page).toMatchObject({ pages: 9800, after: null });
    expect((await readList(db, numbers(length), { pagina: 99_999 })).ids).toEqual(ids);
    const middle = await readList(db, numbers(length), { pagina: 4000 });
    expect(middle.ids.map(Number)).toEqual(expected(length).slice(39_990, 40_000));
  });
});

describe('its total', () => {
  it.each([
    [numbers(0), '0'],
    [numbers(9999), '9.999'],
    [numbers(98_347), 'cerca de 98.000'],
    [numbers(98_347, { isEstimable: false }), 'mais de 10.000'],
  ])('is counted, estimated or bounded, and says so', async (list, text) => {
    expect(formatTotal(await countList(db, list))).toBe(text);
  });
});
