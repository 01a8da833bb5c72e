import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditEntries } from '#db/schema/site.ts';
import { confirmEmail } from '#features/accounts/mails/confirm-email.tsx';
import { systemClock } from '#platform/clock.ts';
import { openMailer } from '#platform/mail.server.ts';
import { anAdmin } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { smtpStandIn } from '#tests/smtp.ts';
import { sendTestMail } from './send-test-mail.server.ts';

const { db, log } = await testDatabase();
const server = await smtpStandIn();
const settings = { SITE_NAME: 'Sonoteca', PUBLIC_URL: 'https://sonoteca.test' };
const deps = { db, clock: systemClock, settings, mail: openMailer(server.settings, log) };

it('A-134: a test mail says what the mail server answered, is audited, and is limited', async () => {
  const admin = await anAdmin(db);
  expect(await sendTestMail(deps, admin, confirmEmail)).toEqual({ ok: true });
  server.refuse(550, 'Sender not allowed');
  expect(await sendTestMail(deps, admin, confirmEmail)).toEqual({
    ok: false,
    message: 'O servidor de e-mail recusou: 550 Sender not allowed',
  });
  await server.stop();
  expect(await sendTestMail(deps, admin, confirmEmail)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^O servidor de e-mail não respondeu \(E\w+\)\.$/),
  });
  const audited = await db.select().from(auditEntries).where(eq(auditEntries.actorId, admin.userId));
  expect(audited).toHaveLength(3);
  expect(audited[0]).toMatchObject({
    action: 'mail.test',
    after: { subject: 'Confirme seu e-mail · Sonoteca' },
  });
  for (let i = 0; i < 7; i++) await sendTestMail(deps, admin, confirmEmail);
  await expect(sendTestMail(deps, admin, confirmEmail)).rejects.toMatchObject({ kind: 'rate-limited' });
});

it('F08: a page does not wait for a mail server as long as a mail may take', async () => {
  const mail = { send: () => new Promise<void>(() => {}) };
  expect(await sendTestMail({ ...deps, mail }, await anAdmin(db), confirmEmail, 10)).toMatchObject({
    ok: false,
    message: expect.stringContaining('ainda não confirmou a mensagem'),
  });
});
