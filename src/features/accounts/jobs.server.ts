import { lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { accountLinks, knownPlaces, sessions, verifications } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobDefinition, JobHandler } from '#platform/jobs/jobs.server.ts';
import type { Mailer } from '#platform/mail.ts';
import { type Letter, letterSchema, type MailSite } from './letters.ts';
import { forgetOldCounters } from './limits/spend-attempts.server.ts';
import { knownDays } from './places/known-places.server.ts';

/**
 * Writes and sends one mail; sent from here so that no answer of the site waits for it or tells of it. A mail server may
 * be away for an hour and more.
 */
export const letterJob: JobDefinition<Letter> = {
  name: 'account-letter',
  schema: letterSchema,
  secret: true,
  retries: 12,
  timeoutSeconds: 60,
  concurrency: 2,
};

/** Somebody has another address: for whoever else keeps it. The handler reads the address itself. */
export const emailChangedJob: JobDefinition<{ userId: string }> = {
  name: 'email-changed',
  schema: z.object({ userId: z.string().min(1) }),
  retries: 10,
  timeoutSeconds: 60,
  exclusive: true,
};

/** Every night: sessions, links and known places that are over, and counters that nobody needs. */
const tidyJob: JobDefinition<object> = {
  name: 'tidy-accounts',
  schema: z.object({}),
  retries: 2,
  timeoutSeconds: 300,
  cron: '40 3 * * *',
};

/** Writes a letter by its template and sends it. The templates are heavy and come with the first letter. */
export async function sendLetter(deps: { mail: Mailer; site: MailSite }, letter: Letter): Promise<void> {
  const { renderLetter } = await import('./mails/render.tsx');
  await deps.mail.send(await renderLetter(letter, deps.site));
}

interface Deps {
  db: Database;
  mail: Mailer;
  clock: Clock;
  settings: { SITE_NAME: string; PUBLIC_URL: string };
}

/** The handlers of this feature, for the worker. */
export function accountJobs(deps: Deps): JobHandler<never>[] {
  const site = { name: deps.settings.SITE_NAME, url: deps.settings.PUBLIC_URL };
  const letters: JobHandler<Letter> = {
    definition: letterJob,
    run: (letter) => sendLetter({ mail: deps.mail, site }, letter),
  };
  const tidy: JobHandler<object> = { definition: tidyJob, run: () => tidyAccounts(deps) };
  return [letters, tidy] as JobHandler<never>[];
}

/** Removes what is over by now. Safe to repeat. */
export async function tidyAccounts(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await deps.db.delete(sessions).where(lt(sessions.expiresAt, now));
  await deps.db.delete(verifications).where(lt(verifications.expiresAt, now));
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  // Kept for a while, an old link is still told from a wrong one, and a sign-up that was never confirmed is still known.
  await deps.db.delete(accountLinks).where(lt(accountLinks.expiresAt, daysAgo(30)));
  await deps.db.delete(knownPlaces).where(lt(knownPlaces.seenAt, daysAgo(knownDays)));
  await forgetOldCounters(deps);
}
