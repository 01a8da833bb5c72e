import { setTimeout } from 'node:timers/promises';
import type { Database } from '#db/open.server.ts';
import { testMails } from '#features/accounts/limits/limits.ts';
import { spendAll } from '#features/accounts/limits/spend-attempts.server.ts';
import type { Template } from '#features/accounts/mails/mail.tsx';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import type { Clock } from '#platform/clock.ts';
import { GatewayError } from '#platform/errors.ts';
import { type Mailer, mailAnswer } from '#platform/mail.ts';

interface Deps {
  db: Database;
  clock: Clock;
  mail: Mailer;
  settings: { SITE_NAME: string; PUBLIC_URL: string };
}

const notYet =
  'O servidor de e-mail ainda não confirmou a mensagem depois de 20 segundos, e ela pode chegar: confira a caixa de entrada antes de enviar outra.';

/**
 * Sends a template with its example to the administrator's own address, at once, and tells what the mail server said.
 * Each call sends one mail. @throws AppError `rate-limited`
 */
export async function sendTestMail(
  { db, clock, mail, settings }: Deps,
  admin: Admin,
  template: Template,
  patience = 20_000,
): Promise<{ ok: true } | { ok: false; message: string }> {
  await spendAll({ db, clock }, [{ limit: testMails, subject: admin.userId }]);
  const site = { name: settings.SITE_NAME, url: settings.PUBLIC_URL };
  const to = { email: admin.email, name: admin.displayName };
  const made = await template.render(to, template.example, site);
  await recordChange(db, admin, 'mail.test', null, { after: { subject: made.subject } });
  try {
    const sent = mail.send({ ...made, subject: `Teste: ${made.subject}` }).then(() => true);
    // The page is answered earlier than a mail server may be.
    const late = new AbortController();
    const isSent = await Promise.race([
      sent,
      setTimeout(patience, false, { signal: late.signal, ref: false }),
    ]);
    sent.catch(() => {});
    late.abort();
    return isSent ? { ok: true } : { ok: false, message: notYet };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const answer = mailAnswer(error);
    const isSaid = /^\d{3}\b/.test(answer);
    return {
      ok: false,
      message: isSaid
        ? `O servidor de e-mail recusou: ${answer}`
        : `O servidor de e-mail não respondeu (${answer}).`,
    };
  }
}
