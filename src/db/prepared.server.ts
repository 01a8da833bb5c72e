import type { Database } from './open.server.ts';

/** A query prepared once for each database: planned once, then a third of the time. */
export function prepared<Query>(prepare: (db: Database) => Query): (db: Database) => Query {
  const known = new WeakMap<Database, Query>();
  return (db) => {
    const there = known.get(db) ?? prepare(db);
    known.set(db, there);
    return there;
  };
}
