import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import type { Template } from '#features/accounts/mails/mail.tsx';
import { handles, type JobDefinition, type JobHandler } from '#platform/jobs/jobs.server.ts';
import { type Mailer, mailJob } from '#platform/mail.ts';

/** `userId` is the recipient; empty in jobs that a former version has ordered. */
const payload = z.object({ requestId: z.string(), userId: z.string().default('') });
type Payload = z.infer<typeof payload>;

export const recordingReadyJob: JobDefinition<Payload> = {
  name: 'recording-ready',
  schema: payload,
  ...mailJob,
};

export const recordingReceivedJob: JobDefinition<Payload> = {
  ...recordingReadyJob,
  name: 'recording-received',
};

interface Deps {
  db: Database;
  mail: Mailer;
  settings: { SITE_NAME: string; PUBLIC_URL: string };
}

/** The mail templates are loaded on first use. */
export function progressJobs({ db, mail, settings }: Deps): JobHandler<never>[] {
  const site = { name: settings.SITE_NAME, url: settings.PUBLIC_URL };
  const send = async (
    { name }: typeof recordingReadyJob,
    requestId: string,
    load: () => Promise<Template>,
  ) => {
    const recording = await findRecording(db, requestId);
    // Null: the account is deleted.
    if (!recording) return;
    const made = await (await load()).render(recording, recording, site);
    await mail.send({ ...made, key: `${name}:${requestId}` });
  };
  return [
    handles(recordingReadyJob, ({ requestId }) =>
      send(
        recordingReadyJob,
        requestId,
        async () => (await import('./mails/recording-ready.tsx')).recordingReady,
      ),
    ),
    handles(recordingReceivedJob, ({ requestId }) =>
      send(
        recordingReceivedJob,
        requestId,
        async () => (await import('./mails/recording-received.tsx')).recordingReceived,
      ),
    ),
  ];
}

/** The facts of the mail and its recipient; null when the account is deleted. */
async function findRecording(db: Database, requestId: string) {
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
