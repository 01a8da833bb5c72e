import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { accountLinks, type MailState, mailRecords, users } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import { GatewayError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.server.ts';
import { type Mail, type Mailer, mailAnswer } from '#platform/mail.ts';
import { longestAnswer, mostMails } from './records.ts';

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
}

/**
 * A mailer that also records what became of each mail to an account: subject, time and the server's answer. Mails to
 * others leave no record. A failed record does not fail the mail, which would be sent twice.
 */
export function recordingMailer(deps: Deps, mailer: Mailer): Mailer {
  const record = (mail: Mail, state: MailState, answer: string | null) =>
    recordMail(deps, mail, state, answer).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'o destino de um e-mail não pôde ser registrado');
    });
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        const willTry = error instanceof GatewayError && error.retryable;
        await record(mail, willTry ? 'delayed' : 'refused', mailAnswer(error).slice(0, longestAnswer));
        throw error;
      }
      await record(mail, 'sent', null);
    },
  };
}

async function recordMail({ db, clock }: Deps, mail: Mail, state: MailState, answer: string | null) {
  const userId = await findOwner(db, mail.to);
  if (!userId) return;
  const now = clock.now();
  const { subject } = mail;
  const isTriedAgain = and(
    eq(mailRecords.userId, userId),
    eq(mailRecords.subject, subject),
    eq(mailRecords.state, 'delayed'),
  );
  const [delayed] = await db
    .select({ id: mailRecords.id })
    .from(mailRecords)
    .where(isTriedAgain)
    .orderBy(desc(mailRecords.createdAt))
    .limit(1);
  if (delayed) {
    await db
      .update(mailRecords)
      .set({ state, answer, triedAt: now, tries: sql`${mailRecords.tries} + 1` })
      .where(eq(mailRecords.id, delayed.id));
    return;
  }
  await db
    .insert(mailRecords)
    .values({ id: newId(), userId, subject, state, answer, createdAt: now, triedAt: now });
  const ofUser = eq(mailRecords.userId, userId);
  const newest = db
    .select({ id: mailRecords.id })
    .from(mailRecords)
    .where(ofUser)
    .orderBy(desc(mailRecords.createdAt), desc(mailRecords.id))
    .limit(mostMails);
  await db.delete(mailRecords).where(and(ofUser, notInArray(mailRecords.id, newest)));
}

/** The account of an address, or the one that wants to change to it. */
async function findOwner(db: Database, address: string): Promise<string | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, address));
  if (user) return user.id;
  const [link] = await db
    .select({ id: accountLinks.userId })
    .from(accountLinks)
    .where(eq(accountLinks.newEmail, address))
    .orderBy(desc(accountLinks.createdAt))
    .limit(1);
  return link?.id ?? null;
}
