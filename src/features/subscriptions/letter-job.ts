import { z } from 'zod';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';
import { mailJob } from '#platform/mail.ts';
import type { Letter, LetterFacts } from './letters.ts';

/** Renders and sends one mail about a subscription; retried for about a day. */
export const letterJob: JobDefinition<{ userId: string } & Letter> = {
  name: 'subscription-letter',
  schema: z.object({
    userId: z.string(),
    key: z.string(),
    facts: z.custom<LetterFacts>(),
  }),
  ...mailJob,
};
