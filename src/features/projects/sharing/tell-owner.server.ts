import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { projectAnswers, projects } from '#db/schema/projects.ts';
import type { Mailer } from '#platform/mail.ts';

interface Deps {
  db: Database;
  mail: Mailer;
  settings: { SITE_NAME: string; PUBLIC_URL: string };
}

/** Tells the owner by one mail of the answers since the last one. A mail that was sent twice is possible, none is lost. */
export async function tellOwner({ db, mail, settings }: Deps, projectId: string, now: Date): Promise<void> {
  const untold = await db
    .select({
      trackId: projectAnswers.trackId,
      isApproved: projectAnswers.isApproved,
      person: projectAnswers.person,
      answeredAt: projectAnswers.answeredAt,
    })
    .from(projectAnswers)
    .where(and(eq(projectAnswers.projectId, projectId), isNull(projectAnswers.toldAt)));
  const [owner] = await db
    .select({ email: users.email, name: profiles.displayName, title: projects.title })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(and(eq(projects.id, projectId), isNull(projects.deletedAt)));
  if (!owner || untold.length === 0) return;
  const people = [...new Set(untold.map(({ person }) => person))];
  const approved = untold.filter(({ isApproved }) => isApproved).length;
  const facts = {
    projectId,
    title: owner.title,
    person: people.length > 1 ? `${people[0]} e outras pessoas` : (people[0] ?? ''),
    approved,
    refused: untold.length - approved,
  };
  const { projectAnswers: template } = await import('../mails/project-answers.tsx');
  const site = { name: settings.SITE_NAME, url: settings.PUBLIC_URL };
  await mail.send(await template.render({ email: owner.email, name: owner.name ?? '' }, facts, site));
  // A track that got another answer meanwhile is in the next mail.
  const told = sql`select * from unnest(${sql.param(untold.map(({ trackId }) => trackId))}::text[],
    ${sql.param(untold.map(({ answeredAt }) => answeredAt.toISOString()))}::timestamptz[])`;
  await db
    .update(projectAnswers)
    .set({ toldAt: now })
    .where(
      and(
        eq(projectAnswers.projectId, projectId),
        sql`(${projectAnswers.trackId}, ${projectAnswers.answeredAt}) in (${told})`,
      ),
    );
}
