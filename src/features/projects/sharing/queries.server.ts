import { createHash } from 'node:crypto';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { stations } from '#db/schema/licences.ts';
import { projectAnswers, projectShares, projects, projectTracks as rows } from '#db/schema/projects.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { toRole } from '#features/accounts/roles.ts';
import { visible } from '#features/catalog/queries.server.ts';
import { isEntitled } from '#features/subscriptions/model.ts';
import { toSubscription } from '#features/subscriptions/subscription-queries.server.ts';
import { AppError } from '#platform/errors.ts';
import { inProject, listTracksOf, ownProject } from '../queries.server.ts';
import { isToken, type Share, type SharedProject, shareTexts, type TrackAnswer } from './model.ts';

/** What is stored of the secret in a link. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The link and what was said of the tracks, for the project's owner. */
export async function findShare(
  db: Database,
  user: User,
  projectId: string,
  now: Date,
): Promise<{ share: Share | null; answers: TrackAnswer[] }> {
  const own = ownProject(user, projectId);
  const [shares, answers] = await Promise.all([
    db
      .select({ expiresAt: projectShares.expiresAt })
      .from(projectShares)
      .innerJoin(projects, eq(projects.id, projectShares.projectId))
      .where(own),
    db
      .select({ answer: projectAnswers })
      .from(projectAnswers)
      .innerJoin(projects, eq(projects.id, projectAnswers.projectId))
      .where(own),
  ]);
  const [share] = shares;
  return {
    share: share ? { expiresAt: share.expiresAt.toISOString(), isOpen: share.expiresAt > now } : null,
    answers: answers.map(({ answer }) => ({
      trackId: answer.trackId,
      isApproved: answer.isApproved,
      words: answer.words,
      person: answer.person,
      answeredAt: answer.answeredAt.toISOString(),
    })),
  };
}

/** An open link: the project that it leads to, and whose it is. */
export interface OpenShare {
  projectId: string;
  userId: string;
  title: string;
  from: string;
  expiresAt: Date;
}

/**
 * The open link of a secret. A link of an account whose plan has ended is closed, as the account could not play the
 * tracks itself. @throws AppError `not-found`, which says whether it has expired; of an unknown link, one called back and
 * one of a deleted project it says the same
 */
export async function openShare(db: Executor, token: string, now: Date): Promise<OpenShare> {
  const [row] = isToken(token)
    ? await db
        .select({
          share: projectShares,
          title: projects.title,
          role: profiles.role,
          displayName: profiles.displayName,
          station: stations.name,
          subscription: subscriptions,
        })
        .from(projectShares)
        .innerJoin(projects, eq(projects.id, projectShares.projectId))
        .leftJoin(profiles, eq(profiles.userId, projectShares.userId))
        .leftJoin(stations, eq(stations.userId, projectShares.userId))
        .leftJoin(subscriptions, eq(subscriptions.userId, projectShares.userId))
        .where(and(eq(projectShares.tokenHash, hashOf(token)), isNull(projects.deletedAt)))
    : [];
  const plan = row?.subscription ? toSubscription(row.subscription) : null;
  if (!row || !isEntitled(toRole(row.role ?? ''), plan, now)) {
    throw new AppError('not-found', shareTexts.unknown);
  }
  const { share, title, station, displayName } = row;
  if (share.expiresAt <= now) throw new AppError('not-found', shareTexts.expired);
  const { projectId, userId, expiresAt } = share;
  return { projectId, userId, title, from: station ?? displayName ?? '', expiresAt };
}

/** What a link shows: the tracks that can be heard, with what was said of them. */
export async function readShared(db: Database, share: OpenShare): Promise<SharedProject> {
  const [tracks, answers] = await Promise.all([
    listTracksOf(db, share.projectId),
    db.select().from(projectAnswers).where(eq(projectAnswers.projectId, share.projectId)),
  ]);
  const said = new Map(answers.map((answer) => [answer.trackId, answer]));
  return {
    title: share.title,
    from: share.from,
    expiresAt: share.expiresAt.toISOString(),
    tracks: tracks.flatMap(({ id, name, durationMs, peaks, kind, available }) => {
      if (!available || !kind) return [];
      const answer = said.get(id);
      return [
        {
          id,
          name,
          durationMs,
          peaks,
          kind,
          answer: answer
            ? { isApproved: answer.isApproved, words: answer.words, person: answer.person }
            : null,
        },
      ];
    }),
  };
}

/** Whether a track is in a shared project now, and can be heard. */
export async function isShared(
  db: Executor,
  { projectId }: Pick<OpenShare, 'projectId'>,
  trackId: string,
): Promise<boolean> {
  const found = await db
    .select({ id: rows.trackId })
    .from(rows)
    .innerJoin(tracks, and(eq(tracks.id, rows.trackId), isNotNull(tracks.storageKey)))
    .innerJoin(packages, eq(packages.id, tracks.packageId))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(inProject(projectId), eq(rows.trackId, trackId), visible));
  return found.length > 0;
}
