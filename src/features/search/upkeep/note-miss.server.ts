import { desc, lt, notInArray, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { searchMisses } from '#db/schema/search.ts';
import { spend } from '#features/accounts/limits/spend-attempts.server.ts';
import type { User } from '#features/accounts/model.ts';
import type { CatalogSource } from '#features/catalog/queries.server.ts';
import type { Clock } from '#platform/clock.ts';
import { searchPackages } from '../queries.server.ts';
import { readTerm } from '../term.ts';
import { searchTracks } from '../tracks/queries.server.ts';
import { readSearchTerm } from '../words/reading-queries.server.ts';
import { daysOfMisses, longestMiss, mostMisses } from './model.ts';
import { isNear } from './near.ts';

/** Terms of an account in an hour. */
const anHour = { name: 'search-miss', max: 120, windowSeconds: 3600 };

/** An address or a number of a person is no search for a sound. */
const isPersonal = (term: string): boolean => /@|\d{5,}/.test(term.replace(/[\s.()-]/g, ''));

/**
 * Counts a term that finds neither tracks nor packages, or none that has all that it asks for, without who typed it. Any
 * other term is ignored, and more of one account than a person types.
 */
export async function noteMiss(
  source: CatalogSource & { clock: Clock },
  { userId }: Pick<User, 'userId'>,
  typed: string,
): Promise<void> {
  const read = readTerm(typed);
  if (read.kind !== 'text' || read.text.length > longestMiss || isPersonal(read.text)) return;
  if ((await spend(source, { limit: anHour, subject: userId })) !== null) return;
  const now = source.clock.now();
  const term = read.text.toLocaleLowerCase('pt-BR').replace(/\s+/g, ' ');
  const stretch = { kind: null, offset: 0, limit: 1 };
  const [{ total, dropped }, packs] = await Promise.all([
    searchTracks(source, await readSearchTerm(source, term), stretch),
    searchPackages(source, term, stretch),
  ]);
  const isFound = total + packs.total > 0;
  if (isFound && !isNear({ dropped }, packs)) return;
  const lacking = isFound ? dropped : null;
  await source.db
    .insert(searchMisses)
    .values({ term, lacking, searches: 1, lastAt: now })
    .onConflictDoUpdate({
      target: searchMisses.term,
      set: { lacking, searches: sql`${searchMisses.searches} + 1`, lastAt: now },
    });
}

/** Keeps the newest misses only. Safe to repeat. */
export async function forgetOldMisses(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - daysOfMisses * 86_400_000);
  await db.delete(searchMisses).where(lt(searchMisses.lastAt, oldest));
  const newest = db
    .select({ term: searchMisses.term })
    .from(searchMisses)
    .orderBy(desc(searchMisses.lastAt))
    .limit(mostMisses);
  await db.delete(searchMisses).where(notInArray(searchMisses.term, newest));
}
