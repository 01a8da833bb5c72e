import type { Database } from '#db/open.server.ts';
import { notify } from '#features/notifications/notify.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { dayOf, isoDay } from '#platform/calendar.ts';
import type { Clock } from '#platform/clock.ts';
import { type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { sweepTemporary } from '#platform/temporary.server.ts';
import { checkStore, emptyTrash, trashUnnamedSounds } from './clean-storage.server.ts';
import { needsAction } from './model.ts';
import { getStorageStats } from './queries.server.ts';

interface Deps {
  db: Database;
  storage: Storage;
  clock: Clock;
  bus: Bus;
  log: Logger;
  settings: { STORAGE_QUOTA_BYTES: number; AUDIO_QUOTA_BYTES?: number | undefined };
}

/** Every hour: removes what killed processes left. Every night: empties the trash, compares tables and store, warns about the quota. */
export const storageJobs = ({ db, storage, clock, bus, log, settings }: Deps): JobHandler<never>[] => [
  regularly({ name: 'sweep-temporary', timeoutSeconds: 300, cron: '15 * * * *', atStart: true }, async () => {
    const swept = await sweepTemporary();
    if (swept > 0) log.info({ swept }, 'arquivos temporários de um processo encerrado removidos');
  }),
  regularly({ name: 'care-for-storage', timeoutSeconds: 2 * 3600, cron: '40 3 * * *' }, async () => {
    const now = clock.now();
    const deleted = await emptyTrash(db, storage, now);
    const unnamed = await trashUnnamedSounds(db, now);
    const { missing, different, ...tidied } = await checkStore({ db, storage, now });
    log.info({ deleted, unnamed, ...tidied }, 'armazenamento arrumado');
    if (missing.count + different.count > 0)
      log.warn({ missing, different }, 'armazenamento e registros diferem');
    const { pictures } = await getStorageStats(db, settings);
    if (!needsAction(pictures.share)) return;
    await notify(db, {
      type: 'storage',
      title: 'Armazenamento acima de 80%',
      body: `${Math.round(pictures.share * 100)}% da cota de imagens em uso.`,
      link: '/admin/storage',
      dedupeKey: `storage-${isoDay(dayOf(now))}`,
    });
    await bus.publish('notifications');
  }),
];
