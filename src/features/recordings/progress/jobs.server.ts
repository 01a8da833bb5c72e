import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import type { JobDefinition, JobHandler } from '#platform/jobs/jobs.server.ts';
import type { Mailer } from '#platform/mail.ts';

const payload = z.object({ requestId: z.string() });
type Payload = z.infer<typeof payload>;

/** Tells the requester by mail that the recording can be fetched. */
export const recordingReadyJob: JobDefinition<Payload> = {
  name: 'recording-ready',
  schema: payload,
  retries: 6,
  timeoutSeconds: 60,
};

interface Deps {
  db: Database;
  mail: Mailer;
  settings: { SITE_NAME: string; PUBLIC_URL: string };
}

/** The handlers of this part of the feature, for the worker. The mail's template comes with the first mail. */
export function progressJobs({ db, mail, settings }: Deps): JobHandler<never>[] {
  const ready: JobHandler<Payload> = {
    definition: recordingReadyJob,
    async run({ requestId }) {
      const [row] = await db
        .select({
          email: users.email,
          radioName: recordingRequests.radioName,
          packageTitle: recordingRequests.packageTitle,
        })
        .from(recordingRequests)
        .innerJoin(users, eq(users.id, recordingRequests.userId))
        .where(eq(recordingRequests.id, requestId));
      if (!row) return; // the account is gone, and nobody waits
      const { renderRecordingReady } = await import('../mails/recording-ready.tsx');
      const site = { name: settings.SITE_NAME, url: settings.PUBLIC_URL };
      await mail.send({ to: row.email, ...(await renderRecordingReady(site, row)) });
    },
  };
  return [ready] as JobHandler<never>[];
}
