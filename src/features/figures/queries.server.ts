import { and, asc, desc, eq, gt, gte, inArray, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import { dailyFigures } from '#db/schema/downloads.ts';
import { imports } from '#db/schema/ingestion.ts';
import { notifications } from '#db/schema/notifications.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import type { Admin } from '#features/accounts/model.ts';
import { actionName, entityName, subjectName } from '#features/audit/model.ts';
import { listLatestChanges } from '#features/audit/queries.server.ts';
import { isDraft } from '#features/ingestion/draft-queries.server.ts';
import { openStatuses } from '#features/recordings/model.ts';
import { getRevenue } from '#features/subscriptions/revenue-queries.server.ts';
import { addDays, dayOf, isoDay, startOfDay } from '#platform/calendar.ts';
import { firstOf } from '#platform/elements.ts';
import type { DayFigures, Happening, PanelFigures, Waiting } from './model.ts';

const shownDays = 30;
const shownHappenings = 8;
const isOpen = inArray(recordingRequests.status, openStatuses);

/** What waits, in one statement; failed imports of the last thirty days whose folder was not imported again. */
export async function countWaiting(db: Database, _admin: Admin, now: Date): Promise<Waiting> {
  const later = alias(imports, 'later');
  const since = startOfDay(addDays(dayOf(now), -shownDays));
  const isFailed = and(
    eq(imports.status, 'failed'),
    gte(imports.createdAt, since),
    notExists(
      db
        .select({ one: sql`1` })
        .from(later)
        .where(and(eq(later.driveFolderId, imports.driveFolderId), gt(later.createdAt, imports.createdAt))),
    ),
  );
  const [counts] = await db
    .select({
      requests: db.$count(recordingRequests, isOpen),
      drafts: db.$count(packages, isDraft),
      failedImports: db.$count(imports, isFailed),
    })
    .from(sql`(select) as one`);
  return counts ?? { requests: 0, drafts: 0, failedImports: 0 };
}

/** The panel's figures. */
export async function getPanelFigures(db: Database, admin: Admin, now: Date): Promise<PanelFigures> {
  const [revenue, days, deadlines, drafts, happened] = await Promise.all([
    getRevenue(db, admin, now),
    listDays(db, now),
    countDeadlines(db, now),
    db.$count(packages, isDraft),
    listHappenings(db),
  ]);
  const standing = revenue.months.map(({ month, subscribers, mrrCents }) => ({
    month,
    subscribers,
    mrrCents,
  }));
  return { standing, days, deadlines, drafts, happened };
}

async function listDays(db: Database, now: Date): Promise<DayFigures[]> {
  const today = dayOf(now);
  const days = Array.from({ length: shownDays }, (_, i) => isoDay(addDays(today, i + 1 - shownDays)));
  const counted = await db
    .select()
    .from(dailyFigures)
    .where(gte(dailyFigures.day, firstOf(days)))
    .orderBy(asc(dailyFigures.day));
  const known = new Map(counted.map((each) => [each.day, each]));
  const nothing = { plays: 0, downloads: 0, visits: 0, signUps: 0, confirmed: 0, firstPayments: 0 };
  return days.map((day) => known.get(day) ?? { day, ...nothing });
}

async function countDeadlines(db: Database, now: Date): Promise<PanelFigures['deadlines']> {
  const tomorrow = startOfDay(addDays(dayOf(now), 1));
  const { dueAt } = recordingRequests;
  const counted = await db
    .select({
      late: sql<number>`count(*) filter (where ${lt(dueAt, now)})`.mapWith(Number),
      today: sql<number>`count(*) filter (where ${and(gte(dueAt, now), lt(dueAt, tomorrow))})`.mapWith(
        Number,
      ),
      later: sql<number>`count(*) filter (where ${gte(dueAt, tomorrow)})`.mapWith(Number),
    })
    .from(recordingRequests)
    .where(isOpen);
  return firstOf(counted);
}

/** The newest notices and administrators' changes together, newest first. */
async function listHappenings(db: Database): Promise<Happening[]> {
  const [notices, { entries, names }] = await Promise.all([
    db
      .select({
        id: notifications.id,
        title: notifications.title,
        text: notifications.body,
        link: notifications.link,
        createdAt: notifications.createdAt,
      })
      .from(notifications)
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(shownHappenings),
    listLatestChanges(db, shownHappenings),
  ]);
  const changes = entries.map(({ id, action, entity, entityId, actorEmail, createdAt }) => ({
    id,
    title: actionName(action),
    text: `${subjectName(entityId, names) ?? entityName(entity)} · ${actorEmail}`,
    link: null,
    createdAt,
  }));
  return [...notices, ...changes]
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, shownHappenings)
    .map(({ createdAt, ...each }) => ({ ...each, at: createdAt.toISOString() }));
}

/** Plays and downloads of today in São Paulo so far. */
export async function countDay(db: Database, now: Date): Promise<Pick<DayFigures, 'plays' | 'downloads'>> {
  const [today] = await db
    .select()
    .from(dailyFigures)
    .where(eq(dailyFigures.day, isoDay(dayOf(now))));
  return today ?? { plays: 0, downloads: 0 };
}
