import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { projectAnswers, projectShares, projectTracks as rows } from '#db/schema/projects.ts';
import type { User } from '#features/accounts/model.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { type Changed, lockProject } from '../change-project.server.ts';
import { inProject } from '../queries.server.ts';
import { answersJob, streamJob } from './job-definitions.ts';
import { type AnswerInput, shareTexts } from './model.ts';
import { hashOf, isShared, openShare } from './queries.server.ts';

interface Deps {
  db: Database;
  jobs: Jobs;
  clock: Clock;
}

export type Shared = { ok: true; token: string } | { ok: false; reason: 'not-found' };

/**
 * Makes the link of a project; an earlier one ends at once. What is too heavy to stream is made light by jobs. Repeated, it
 * makes another link. @returns the secret, which is not stored
 */
export function shareProject(
  { db, jobs, clock }: Deps,
  user: Subscriber,
  projectId: string,
  days: number,
): Promise<Shared> {
  return db.transaction(async (tx): Promise<Shared> => {
    if (!(await lockProject(tx, user, projectId))) return { ok: false, reason: 'not-found' };
    const token = randomBytes(32).toString('base64url');
    const createdAt = clock.now();
    const link = {
      tokenHash: hashOf(token),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + days * 86_400_000),
    };
    await tx
      .insert(projectShares)
      .values({ ...link, projectId, userId: user.userId })
      .onConflictDoUpdate({ target: projectShares.projectId, set: link });
    const tracks = await tx.select({ id: rows.trackId }).from(rows).where(inProject(projectId));
    const orders = tracks.map(({ id }) => ({ payload: { trackId: id }, key: id }));
    if (orders.length > 0) await jobs.sendAll(streamJob, orders, { tx });
    return { ok: true, token };
  });
}

/** Calls the link of a project back: it is closed at once. Safe to repeat. */
export function callBack(db: Database, user: User, projectId: string): Promise<Changed> {
  return db.transaction(async (tx): Promise<Changed> => {
    if (!(await lockProject(tx, user, projectId))) return { ok: false, reason: 'not-found' };
    await tx.delete(projectShares).where(eq(projectShares.projectId, projectId));
    return { ok: true };
  });
}

/** Seconds in which further answers join the mail. */
const mailAfter = 180;

/**
 * Keeps what a stranger says of a track, in place of what was said before. The owner sees it at once, and one mail tells
 * of a burst of answers. Safe to repeat. @throws AppError `not-found` when the link is not open or the track is not in it
 */
export async function answerTrack(
  { db, jobs, clock, bus }: Deps & { bus: Pick<Bus, 'publish'> },
  token: string,
  { trackId, verdict, person, words }: AnswerInput,
): Promise<{ ok: true }> {
  const { projectId } = await db.transaction(async (tx) => {
    const share = await openShare(tx, token, clock.now());
    if (!(await isShared(tx, share, trackId))) throw new AppError('not-found', shareTexts.noTrack);
    const said = {
      isApproved: verdict === 'aprovar',
      words,
      person,
      answeredAt: clock.now(),
      toldAt: null,
    };
    await tx
      .insert(projectAnswers)
      .values({ ...said, projectId: share.projectId, userId: share.userId, trackId })
      .onConflictDoUpdate({ target: [projectAnswers.projectId, projectAnswers.trackId], set: said });
    await jobs.send(
      answersJob,
      { projectId: share.projectId, userId: share.userId },
      { tx, key: share.projectId, startAfterSeconds: mailAfter },
    );
    return share;
  });
  await bus.publish('projects', projectId);
  return { ok: true };
}
