import { and, or, type SQL, sql } from 'drizzle-orm';

/** All of these conditions; true when there is none. */
export const allOf = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

/** Any of these conditions; false when there is none. */
export const anyOf = (...conditions: (SQL | undefined)[]): SQL => or(...conditions) ?? sql`false`;
