import type { Database } from '#db/open.server.ts';
import type { Clock } from '#platform/clock.ts';
import { handles, type JobHandler, type Jobs, regularly } from '#platform/jobs/jobs.server.ts';
import type { Mailer } from '#platform/mail.ts';
import { letterJob } from './letter-job.ts';
import { findAddressee } from './letter-queries.server.ts';
import { markSent, tellOfEnds } from './send-letters.server.ts';

interface Deps {
  db: Database;
  jobs: Jobs;
  mail: Mailer;
  clock: Clock;
  settings: { SITE_NAME: string; PUBLIC_URL: string };
}

/** The mail templates are loaded on first use. */
export function letterJobs(deps: Deps): JobHandler<never>[] {
  const { db, mail, clock, settings } = deps;
  const site = { name: settings.SITE_NAME, url: settings.PUBLIC_URL };
  return [
    handles(letterJob, async ({ userId, key, facts }) => {
      const addressee = await findAddressee(db, userId, key);
      if (!addressee) return; // the account is deleted, or an earlier try succeeded
      const { subscriptionMails } = await import('./mails/table.ts');
      await mail.send({ ...(await subscriptionMails[facts.kind].render(addressee, facts, site)), key });
      await markSent(db, key, clock.now());
    }),
    // Every morning: subscriptions that end soon or have ended.
    regularly({ name: 'subscription-ends', timeoutSeconds: 600, exclusive: true, cron: '0 9 * * *' }, () =>
      tellOfEnds(deps),
    ),
  ];
}
