import { z } from 'zod';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';
import { mailJob } from '#platform/mail.ts';

/** `userId` is the recipient; empty in jobs that a former version has ordered. */
const aboutProject = z.object({ projectId: z.string(), userId: z.string().default('') });
const aboutTrack = z.object({ trackId: z.string() });

/** Tells the owner by one mail what has been answered since the last one. */
export const answersJob: JobDefinition<z.infer<typeof aboutProject>> = {
  name: 'project-answers',
  schema: aboutProject,
  ...mailJob,
  exclusive: true,
};

/** Makes the light sound of a track that strangers may hear. */
export const streamJob: JobDefinition<z.infer<typeof aboutTrack>> = {
  name: 'project-stream',
  schema: aboutTrack,
  retries: 3,
  timeoutSeconds: 600,
  exclusive: true,
};
