import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export const allOf = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

export const anyOf = (...conditions: (SQL | undefined)[]): SQL => or(...conditions) ?? sql`false`;

/** Whether a text is one of these: one parameter, however many they are (`inArray` takes one for each, up to 65,535). */
export const among = (text: SQLWrapper, values: readonly string[]): SQL =>
  sql`${text} = any(${sql.param([...values])}::text[])`;
