import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { letterJob } from '#features/accounts/jobs.server.ts';
import { adminRole } from '#features/accounts/roles.ts';
import { notify } from '#features/notifications/notify.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { dayOf, weekdayOf } from '#platform/calendar.ts';
import type { Clock } from '#platform/clock.ts';
import { type Settings, SettingsError } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { type JobHandler, type Jobs, regularly } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { programVersion } from '#platform/project.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { isPlanned, openShelf } from './shelf.server.ts';
import { storeBackup } from './store-backup.server.ts';
import { tidyPool, verifyBackup } from './verify-backups.server.ts';

interface Deps {
  db: Database;
  connectionString: string;
  storage: Storage;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  jobs: Pick<Jobs, 'send'>;
  log: Logger;
  settings: Settings;
}

/** Administrators who are written to; a site has a handful. */
const mostMails = 20;
const hours = 3600;

/**
 * Every night a backup, and on Sundays all of them are restored for a test; without a place for them, neither. One job:
 * files that a new backup has stored are listed by none until it is complete, and tidying would remove them.
 */
export function backupJobs(deps: Deps): JobHandler<never>[] {
  const { settings, clock } = deps;
  if (!isPlanned(settings)) return [];
  const [hour, minute] = settings.BACKUP_AT.split(':').map(Number);
  const cron = `${minute} ${hour} * * *`;
  return [
    regularly(
      { name: 'take-backup', retries: 0, timeoutSeconds: 23 * hours, exclusive: true, cron },
      async () => {
        const isSunday = weekdayOf(dayOf(clock.now())) === 0;
        await orTell(deps, 'O backup falhou', () => takeStored(deps));
        if (isSunday) await orTell(deps, 'Um backup não pôde ser restaurado', () => verifyAll(deps));
      },
    ),
  ];
}

const workOf = ({ DATA_DIR }: Settings, name: string): string => join(DATA_DIR, 'backup-work', name);

async function takeStored({ settings, clock, log, ...deps }: Deps): Promise<void> {
  const shelf = await openShelf(settings);
  const where = { ...deps, shelf, work: workOf(settings, 'take') };
  const { missing, ...report } = await storeBackup(where, {
    program: programVersion(),
    now: clock.now(),
  });
  log.info(report, 'backup guardado');
  if (missing.count > 0)
    throw new SettingsError(
      `O backup ${report.stamp} foi guardado, mas ${missing.count} arquivos faltam no site.`,
    );
}

async function verifyAll({ settings, log, storage, connectionString }: Deps): Promise<void> {
  const shelf = await openShelf(settings);
  const work = workOf(settings, 'verify');
  const isEmbedded = !settings.DATABASE_URL;
  let failure: unknown = null;
  for (const stamp of await shelf.stamps()) {
    try {
      const counted = await verifyBackup({ shelf, work, site: storage, connectionString, isEmbedded }, stamp);
      log.info({ stamp, ...counted }, 'backup restaurado em teste');
    } catch (error) {
      log.error({ err: error, stamp }, 'um backup não pôde ser restaurado em teste');
      failure ??= error;
    }
  }
  if (failure) throw failure;
  const removed = await tidyPool({ shelf, work, connectionString });
  if (removed > 0) log.info({ removed }, 'arquivos que nenhum backup lista foram apagados');
}

/** Notifies and mails the administrators when the work fails. The schedule runs it again. */
async function orTell(deps: Deps, title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.error({ err: error }, title);
    const isOurs = error instanceof SettingsError || error instanceof AppError;
    const reason = isOurs ? error.message : 'O motivo está nos registros do trabalhador.';
    await tell(deps, title, reason);
  }
}

async function tell({ db, bus, jobs, clock }: Deps, title: string, reason: string): Promise<void> {
  const at = clock.now().toISOString();
  await db.transaction(async (tx) => {
    const about = { title, body: reason, link: '/admin/saude' };
    await notify(tx, { type: 'backup-failed', ...about, dedupeKey: `backup-failed:${at}` });
    const admins = await tx
      .select({ to: users.email })
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(profiles.role, adminRole))
      .limit(mostMails);
    for (const { to } of admins)
      await jobs.send(letterJob, { kind: 'backup-failed', to, title, reason, at }, { tx });
  });
  await bus.publish('notifications');
}
