import { lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import {
  accountLinks,
  knownPlaces,
  mailRecords,
  sessions,
  signIns,
  verifications,
} from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import { handles, type JobDefinition, type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { type Mailer, mailJob } from '#platform/mail.ts';
import type { MailSite } from './letters.ts';
import { forgetOldCounters } from './limits/spend-attempts.server.ts';
import type { Letter } from './mails/table.ts';
import { knownDays } from './places/known-places.server.ts';
import { recordsDays } from './records.ts';

/** Renders and sends one mail. A job, so that no response waits for it or reveals it by timing. */
export const letterJob: JobDefinition<Letter> = {
  name: 'account-letter',
  schema: z.custom<Letter>(),
  secret: true,
  ...mailJob,
};

/** Notifies the payment provider of a new address. The handler reads the address itself. */
export const emailChangedJob: JobDefinition<{ userId: string }> = {
  name: 'email-changed',
  schema: z.object({ userId: z.string().min(1) }),
  retries: 10,
  timeoutSeconds: 60,
  exclusive: true,
};

/** Renders and sends a mail; the heavy templates are loaded on first use. */
export async function sendLetter(deps: { mail: Mailer; site: MailSite }, letter: Letter): Promise<void> {
  const { accountMails } = await import('./mails/table.ts');
  const to = { email: letter.to, name: '' };
  await deps.mail.send(await accountMails[letter.kind].render(to, letter, deps.site));
}

interface Deps {
  db: Database;
  mail: Mailer;
  clock: Clock;
  settings: { SITE_NAME: string; PUBLIC_URL: string };
}

export function accountJobs(deps: Deps): JobHandler<never>[] {
  const site = { name: deps.settings.SITE_NAME, url: deps.settings.PUBLIC_URL };
  return [
    handles(letterJob, (letter) => sendLetter({ mail: deps.mail, site }, letter)),
    regularly({ name: 'tidy-accounts', timeoutSeconds: 300, cron: '40 3 * * *' }, () => tidyAccounts(deps)),
  ];
}

/** Every night: deletes expired sessions, links, known places, counters and records. Safe to repeat. */
export async function tidyAccounts(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await deps.db.delete(sessions).where(lt(sessions.expiresAt, now));
  await deps.db.delete(verifications).where(lt(verifications.expiresAt, now));
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  // Kept for 30 days, so that an old link is distinguished from a wrong one and an unconfirmed sign-up is still known.
  await deps.db.delete(accountLinks).where(lt(accountLinks.expiresAt, daysAgo(30)));
  await deps.db.delete(knownPlaces).where(lt(knownPlaces.seenAt, daysAgo(knownDays)));
  await deps.db.delete(signIns).where(lt(signIns.createdAt, daysAgo(recordsDays)));
  await deps.db.delete(mailRecords).where(lt(mailRecords.createdAt, daysAgo(recordsDays)));
  await forgetOldCounters(deps);
}
