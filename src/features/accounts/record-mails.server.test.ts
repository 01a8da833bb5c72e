import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { mailRecords } from '#db/schema/accounts.ts';
import { systemClock } from '#platform/clock.ts';
import { openMailer } from '#platform/mail.server.ts';
import { aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { smtpStandIn } from '#tests/smtp.ts';
import { recordingMailer } from './record-mails.server.ts';
import { mostMails } from './records.ts';

const { db, log } = await testDatabase();

const server = await smtpStandIn();
const mailer = recordingMailer({ db, clock: systemClock, log }, openMailer(server.settings, log));

beforeEach(() => server.accept());
const send = (to: string, subject = 'Assunto') => mailer.send({ to, subject, html: '<p>Oi</p>', text: 'Oi' });
const recordsOf = (userId: string) => db.select().from(mailRecords).where(eq(mailRecords.userId, userId));

it('A-134: keeps what became of a mail, tries of one mail in one record', async () => {
  const { userId, email } = await aUser(db);
  server.refuse(451, 'Try again later');
  await expect(send(email)).rejects.toMatchObject({ retryable: true });
  expect(await recordsOf(userId)).toMatchObject([
    { subject: 'Assunto', state: 'delayed', answer: '451 Try again later', tries: 1 },
  ]);
  server.accept();
  await send(email);
  await send(email);
  expect(await recordsOf(userId)).toMatchObject([
    { state: 'sent', answer: null, tries: 2 },
    { state: 'sent', tries: 1 },
  ]);
  server.refuse(550, 'No such user here');
  await expect(send(email, 'Outro')).rejects.toMatchObject({ retryable: false });
  expect((await recordsOf(userId)).at(-1)).toMatchObject({
    state: 'refused',
    answer: '550 No such user here',
  });
});

it('A-134: mails to strangers leave no record, and an account keeps a bounded number', async () => {
  await send('estranho@exemplo.com.br');
  const { userId, email } = await aUser(db);
  const at = (n: number) => new Date(Date.now() - (mostMails + 5 - n) * 1000);
  const old = Array.from({ length: mostMails + 3 }, (_, n) => ({
    id: `antigo-${n}`,
    userId,
    subject: 'Antigo',
    state: 'sent' as const,
    createdAt: at(n),
    triedAt: at(n),
  }));
  await db.insert(mailRecords).values(old);
  await send(email);
  const kept = await recordsOf(userId);
  expect(kept).toHaveLength(mostMails);
  expect(kept.at(-1)!.subject).toBe('Assunto');
  expect(await db.$count(mailRecords, eq(mailRecords.subject, 'Assunto'))).toBeGreaterThan(0);
});
