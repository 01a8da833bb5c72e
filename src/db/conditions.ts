import { and, or, type SQL, sql } from 'drizzle-orm';

export const allOf = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

export const anyOf = (...conditions: (SQL | undefined)[]): SQL => or(...conditions) ?? sql`false`;
