import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import type { JobDefinition, JobHandler } from '#platform/jobs/jobs.server.ts';
import type { Mailer } from '#platform/mail.ts';
import type { MailedRecording } from './model.ts';

const payload = z.object({ requestId: z.string() });
type Payload = z.infer<typeof payload>;

/** Tells the requester by mail that the recording can be fetched. */
export const recordingReadyJob: JobDefinition<Payload> = {
  name: 'recording-ready',
  schema: payload,
  retries: 12,
  timeoutSeconds: 60,
};

/** Tells the requester by mail that the request has come in, and until when it is due. */
export const recordingReceivedJob: JobDefinition<Payload> = {
  name: 'recording-received',
  schema: payload,
  retries: 12,
  timeoutSeconds: 60,
};

interface Deps {
  db: Database;
  mail: Mailer;
  settings: { SITE_NAME: string; PUBLIC_URL: string };
}

/** The handlers of this part of the feature, for the worker. The mails' templates come with the first mail. */
export function progressJobs({ db, mail, settings }: Deps): JobHandler<never>[] {
  const site = { name: settings.SITE_NAME, url: settings.PUBLIC_URL };
  const ready: JobHandler<Payload> = {
    definition: recordingReadyJob,
    async run({ requestId }) {
      const recording = await findRecording(db, requestId);
      if (!recording) return; // the account is gone, and nobody waits
      const { renderRecordingReady } = await import('./mails/recording-ready.tsx');
      await mail.send(await renderRecordingReady(site, recording));
    },
  };
  const received: JobHandler<Payload> = {
    definition: recordingReceivedJob,
    async run({ requestId }) {
      const recording = await findRecording(db, requestId);
      if (!recording) return;
      const { renderRecordingReceived } = await import('./mails/recording-received.tsx');
      await mail.send(await renderRecordingReceived(site, recording));
    },
  };
  return [ready, received] as JobHandler<never>[];
}

/** What a mail says of a request, and whom it goes to; null when the account is gone. */
async function findRecording(db: Database, requestId: string): Promise<MailedRecording | null> {
  const [row] = await db
    .select({
      email: users.email,
      name: profiles.displayName,
      radioName: recordingRequests.radioName,
      packageTitle: recordingRequests.packageTitle,
      dueAt: recordingRequests.dueAt,
    })
    .from(recordingRequests)
    .innerJoin(users, eq(users.id, recordingRequests.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(recordingRequests.id, requestId));
  return row ? { ...row, name: row.name ?? '' } : null;
}
