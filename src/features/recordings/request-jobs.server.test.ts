import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { users } from '#db/schema/accounts.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { mailFolder, openMailer } from '#platform/mail.server.ts';
import { listMails } from '#platform/mail-file.server.ts';
import { aCreditLot, anAdmin, aPackage, aSubscriber } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { deliverRecording } from './move-request.server.ts';
import { createRequestSchema } from './order.ts';
import { progressJobs } from './request-jobs.server.ts';
import { createRecordingRequest } from './request-recording.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log });
const folder = mkdtempSync(join(tmpdir(), 'recording-mails-'));
afterAll(async () => {
  await jobs.stop();
  rmSync(folder, { recursive: true, force: true });
});

const settings = {
  SITE_NAME: 'Sonoteca',
  PUBLIC_URL: 'https://radio.example',
  MAIL_FROM: 'Sonoteca <nao-responda@sonoteca.local>',
  DATA_DIR: folder,
  SMTP_URL: undefined,
};
/** A Friday, 17:00 in São Paulo. */
const friday = new Date('2026-10-16T20:00:00Z');
const deps = { db, bus, jobs, clock: { now: () => friday } };
const handlers = progressJobs({ db, mail: openMailer(settings, log), settings });

/** Runs waiting jobs, and returns the mails to an address, newest first. */
async function mailsTo(email: string) {
  const { rows } = await db.execute<{ name: string; data: object }>(
    sql`delete from pgboss.job where name in ('recording-received', 'recording-ready') returning name, data`,
  );
  for (const { name, data } of rows) {
    const handler = handlers.find(({ definition }) => definition.name === name)!;
    await handler.run(data as never, new AbortController().signal);
  }
  return (await listMails(mailFolder(settings))).filter(({ to }) => to === email);
}
const jingles = await aPackage(db, { kind: 'pacotes-vinhetas', title: 'Vinhetas <Rock & Pop>' });
const order = createRequestSchema.parse({
  packageId: jingles.id,
  radioName: 'Rádio <b>Cidade</b>',
  whatsapp: '(11) 99999-0000',
});

it('CRE-18: the requester gets one mail with the due time, however often he sends, and one when it is ready', async () => {
  const subscriber = await aSubscriber(db, { displayName: 'Ana' });
  await aCreditLot(db, { userId: subscriber.userId, amount: 100 });
  const ask = () => createRecordingRequest(deps, subscriber, order, 'uma-chave');
  const [outcome] = await Promise.all([ask(), ask(), ask()]);
  const [received, ...more] = await mailsTo(subscriber.email);
  expect(more).toEqual([]);
  expect(received!.subject).toBe('Recebemos sua solicitação de gravação · Sonoteca');
  for (const words of [
    'Ana',
    'Rádio <b>Cidade</b>',
    'Vinhetas <Rock & Pop>',
    '19/10/2026 17:00',
    '24 horas úteis',
  ]) {
    expect(received!.text).toContain(words);
  }
  expect(received!.html).toContain('Rádio &lt;b&gt;Cidade&lt;/b&gt;');
  expect(received!.html + received!.text).not.toContain('99999');
  expect(received!.links).toContain('https://radio.example/minhas-gravacoes');

  const { id } = (outcome as Extract<typeof outcome, { ok: true }>).request;
  const admin = await anAdmin(db);
  const deliver = (key: string) => deliverRecording(deps, admin, id, { key, name: 'x.mp3' });
  await deliver('recordings/x.mp3');
  await deliver('recordings/x.mp3');
  const [ready, ...others] = await mailsTo(subscriber.email);
  expect(ready!.subject).toBe('Sua gravação está pronta · Sonoteca');
  expect(ready!.links).toContain('https://radio.example/minhas-gravacoes');
  expect(others).toEqual([received]);
  await deliver('recordings/melhor.mp3');
  expect(await mailsTo(subscriber.email)).toHaveLength(3);
});

it('a request that is refused sends nothing, and one whose account is gone goes to nobody', async () => {
  const poor = await aSubscriber(db);
  expect(await createRecordingRequest(deps, poor, order, null)).toMatchObject({ ok: false });
  expect(await mailsTo(poor.email)).toEqual([]);
  await aCreditLot(db, { userId: poor.userId, amount: 25 });
  expect(await createRecordingRequest(deps, poor, order, null)).toMatchObject({ ok: true });
  await db.delete(users).where(eq(users.id, poor.userId));
  expect(await mailsTo(poor.email)).toEqual([]);
});
