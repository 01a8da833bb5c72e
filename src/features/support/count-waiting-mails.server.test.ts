import { globSync, readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { mailJob } from '#platform/mail.ts';
import { testDatabase } from '#tests/database.ts';
import { countWaitingMails, mailJobs } from './count-waiting-mails.server.ts';

const jobs = await openJobs(await testDatabase());
afterAll(() => jobs.stop());

const isMailJob = (value: unknown): value is JobDefinition<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(mailJob).every(([name, fact]) => (value as Record<string, unknown>)[name] === fact);

it('A-134: waiting mails are those of every kind of job that sends mail', async () => {
  const files = globSync('src/**/*.ts').filter(
    (path) => !path.includes('.test.') && /\.\.\.mailJob\b/.test(readFileSync(path, 'utf8')),
  );
  const modules = await Promise.all(
    files.map((path) => import(`${process.cwd()}/${path}`) as Promise<Record<string, unknown>>),
  );
  const found = modules.flatMap((each) => Object.values(each)).filter(isMailJob);
  expect(found.length).toBeGreaterThan(4);
  expect(new Set(mailJobs.map(({ name }) => name))).toEqual(new Set(found.map(({ name }) => name)));
});

it('A-134: counts each waiting mail of an account once, by address or by account', async () => {
  const ana = { userId: 'ana', email: 'ana@radio.com' };
  const payload = {
    to: ana.email,
    userId: ana.userId,
    kind: 'already-registered',
    key: 'k',
    facts: {},
    requestId: 'r',
    projectId: 'p',
  };
  for (const job of mailJobs) {
    await jobs.send(job, payload, job.exclusive ? { key: 'p' } : {});
    await jobs.send(
      job,
      { ...payload, to: 'rui@radio.com', userId: 'rui' },
      job.exclusive ? { key: 'q' } : {},
    );
  }
  expect(await countWaitingMails(jobs, ana)).toBe(mailJobs.length);
});
