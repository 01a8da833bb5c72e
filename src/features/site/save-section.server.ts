import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { pageContent, pageContentHistory } from '#db/schema/site.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { newId } from '#platform/ids.ts';
import { readSection, type SectionName } from './model.ts';
import type { SectionInput } from './section-fields.ts';

const historyLength = 20;

export interface ContentTarget {
  db: Database;
  bus: Bus;
}

export type SaveOutcome =
  | { ok: true; version: number }
  | { ok: false; reason: 'changed-meanwhile'; version: number };

/**
 * Saves a section, inserting its row if needed. `version` is the one the editor was opened with (0: no row);
 * refused when the stored one differs. Not safe to repeat: the repetition is a conflict.
 */
export async function saveSection<N extends SectionName>(
  { db, bus }: ContentTarget,
  admin: Admin,
  change: { section: N; content: SectionInput<N>; version: number },
  now: Date,
): Promise<SaveOutcome> {
  const outcome = await db.transaction(async (tx): Promise<SaveOutcome> => {
    const stored = await lockSection(tx, change.section);
    const current = stored?.version ?? 0;
    if (current !== change.version) return { ok: false, reason: 'changed-meanwhile', version: current };
    return { ok: true, version: await writeSection(tx, admin, change.section, change.content, stored, now) };
  });
  if (outcome.ok) await bus.publish('content', change.section);
  return outcome;
}

/** Turns maintenance mode on or off without changing its texts; inserts the row if needed. Safe to repeat. */
export async function setMaintenance(
  { db, bus }: ContentTarget,
  admin: Admin,
  enabled: boolean,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockSection(tx, 'maintenance_mode');
    const content = { ...readSection('maintenance_mode', stored?.content), enabled };
    await writeSection(tx, admin, 'maintenance_mode', content, stored, now);
  });
  await bus.publish('content', 'maintenance_mode');
}

/** Puts the panel's list of first steps away, or shows it again. Safe to repeat. */
export async function putFirstSteps(
  { db, bus }: ContentTarget,
  admin: Admin,
  away: boolean,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockSection(tx, 'first_steps');
    await writeSection(tx, admin, 'first_steps', { away }, stored, now);
  });
  await bus.publish('content', 'first_steps');
}

interface StoredSection {
  content: unknown;
  version: number;
}

/** The stored row, or null; locks the section until the transaction ends, even without a row. */
async function lockSection(tx: Executor, name: SectionName): Promise<StoredSection | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('page_content'), hashtext(${name}))`);
  const [row] = await tx
    .select({ content: pageContent.content, version: pageContent.version })
    .from(pageContent)
    .where(eq(pageContent.sectionName, name));
  return row ?? null;
}

async function writeSection(
  tx: Executor,
  admin: Admin,
  section: SectionName,
  content: unknown,
  stored: StoredSection | null,
  now: Date,
): Promise<number> {
  const version = (stored?.version ?? 0) + 1;
  const row = { content, version, updatedAt: now, updatedBy: admin.userId };
  await tx
    .insert(pageContent)
    .values({ sectionName: section, ...row })
    .onConflictDoUpdate({ target: pageContent.sectionName, set: row });
  await tx.insert(pageContentHistory).values({
    id: newId(now.getTime()),
    sectionName: section,
    version,
    content,
    savedAt: now,
    savedBy: admin.userId,
  });
  await tx
    .delete(pageContentHistory)
    .where(
      and(
        eq(pageContentHistory.sectionName, section),
        lte(pageContentHistory.version, version - historyLength),
      ),
    );
  await recordChange(tx, admin, 'content.update', section, {
    // Without a row the default texts were shown.
    before: stored?.content ?? readSection(section, undefined),
    after: content,
  });
  return version;
}
