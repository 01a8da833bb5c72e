import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { firstOf } from '#platform/elements.ts';
import type { ListPage, Place, Total } from '#platform/list.ts';
import type { Executor } from './open.server.ts';

/** How a list is read: which rows, in which order. */
export interface List {
  /** Tables, with the joins that the condition needs. */
  from: SQL;
  where?: SQL | undefined;
  /** The id by which addresses name a row. */
  id: SQLWrapper;
  /** All in one direction; the last one is unique. An index on them makes every page cheap. */
  order: readonly SQLWrapper[];
  descending?: boolean;
  size: number;
  /** False for conditions that the planner misjudges, like searched text: then a large total is `least`. */
  isEstimable?: boolean;
}

/** Rows that are counted one by one; a longer list is estimated. */
const countedRows = 10_000;

/**
 * The ids of a page of a list, in order: beside a named row, or else by number. The rows themselves are read by these
 * ids, so that far pages read only an index.
 */
export async function readList(
  db: Executor,
  given: List,
  place: Place,
): Promise<{ ids: string[]; page: ListPage }> {
  const list = { ...given, size: place.size ?? given.size };
  let counting: Promise<Total> | undefined;
  const count = () => {
    counting ??= countList(db, list);
    return counting;
  };
  const reading = readIds(db, list, place, count);
  // Most lists fit on their first page, which then tells their length.
  const isFirst = place.pagina === 1 && place.depois === undefined && place.antes === undefined;
  const [found] = await Promise.all([reading, isFirst ? null : count()]);
  const isWhole = isFirst && !found.hasMore;
  const total: Total = isWhole ? { total: found.ids.length, about: 'exact' } : await count();
  const pages = Math.max(1, Math.ceil(total.total / list.size));
  const { ids, hasMore } = found;
  // Beyond the end, after rows were removed: the last page.
  if (ids.length === 0 && place.pagina > pages) return readList(db, list, { pagina: pages });
  const after = hasMore ? (ids.at(-1) ?? null) : null;
  const before = place.pagina > 1 ? (ids[0] ?? null) : null;
  const least = place.pagina + (after ? 1 : 0);
  return { ids, page: { page: place.pagina, ...total, pages: Math.max(pages, least), after, before } };
}

interface Found {
  ids: string[];
  /** Whether others follow. */
  hasMore: boolean;
}

async function readIds(
  db: Executor,
  list: List,
  { pagina, depois, antes }: Place,
  count: () => Promise<Total>,
): Promise<Found> {
  const beside = depois ?? antes;
  if (beside !== undefined) {
    const isBack = depois === undefined;
    const found = await selectIds(db, list, { isBack, where: besides(list, beside, isBack), offset: 0 });
    if (found.ids.length > 0) return { ...found, hasMore: isBack || found.hasMore };
    // The named row was deleted or is the last: pages by number instead.
  }
  const offset = (pagina - 1) * list.size;
  const forward = { isBack: false, where: sql`true`, offset };
  if (offset < countedRows) return selectIds(db, list, forward);
  const { total, about } = await count();
  const rest = total - offset - list.size;
  if (about !== 'estimated' || rest >= offset) return selectIds(db, list, forward);
  // Nearer to the end, and read from there. As the total is estimated, so is the number of such a page.
  if (rest <= -list.size) return { ids: [], hasMore: false };
  const found = await selectIds(db, list, { ...forward, isBack: true, offset: Math.max(0, rest) });
  return { ...found, hasMore: rest > 0 };
}

interface Part {
  isBack: boolean;
  where: SQL;
  offset: number;
}

async function selectIds(db: Executor, list: List, { isBack, where, offset }: Part): Promise<Found> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${list.id} as id from ${list.from} where ${list.where ?? sql`true`} and ${where}
    order by ${orderOf(list, isBack)} limit ${list.size + 1} offset ${offset}`);
  const ids = rows.slice(0, list.size).map(({ id }) => id);
  return { ids: isBack ? ids.reverse() : ids, hasMore: rows.length > list.size };
}

/** The list's order, for reading its rows; or backwards. */
export function orderOf(
  { order, descending = false }: Pick<List, 'order' | 'descending'>,
  isBack = false,
): SQL {
  const direction = sql.raw(descending === isBack ? 'asc' : 'desc');
  return join(order.map((column) => sql`${column} ${direction}`));
}

const join = (parts: readonly SQLWrapper[]): SQL => sql.join([...parts], sql`, `);

/** Compares all columns of the order at once, which an index answers. */
function besides({ from, id, order, descending = false }: List, row: string, isBack: boolean): SQL {
  const than = sql.raw(descending === isBack ? '>' : '<');
  return sql`(${join(order)}) ${than} (select ${join(order)} from ${from} where ${id} = ${row})`;
}

/** The length of a list: exact up to `countedRows`, else estimated. */
export async function countList(
  db: Executor,
  { from, where, isEstimable = true }: Pick<List, 'from' | 'where' | 'isEstimable'>,
): Promise<Total> {
  const rows = sql`select from ${from} where ${where ?? sql`true`}`;
  const { rows: counted } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${rows} limit ${countedRows + 1}) counted`,
  );
  const { n } = firstOf(counted);
  if (n <= countedRows) return { total: n, about: 'exact' };
  if (!isEstimable) return { total: countedRows, about: 'least' };
  const plan = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${rows}`,
  );
  const estimate = Number(firstOf(plan.rows)['QUERY PLAN'][0].Plan['Plan Rows'].toPrecision(2));
  return { total: Math.max(countedRows, estimate), about: 'estimated' };
}
