import { notify } from '#features/notifications/notify.server.ts';
import { formatDateTime } from '#platform/format.ts';
import { type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { listLate } from './own-requests.server.ts';
import type { RecordingDeps } from './request-recording.server.ts';

/** Every half hour: notifies about overdue recordings, once per due time. */
export const recordingJobs = (deps: RecordingDeps): JobHandler<never>[] => [
  regularly({ name: 'late-recordings', timeoutSeconds: 60, cron: '*/30 * * * *' }, async () => {
    let isAny = false;
    for await (const batch of listLate(deps.db, deps.clock.now())) {
      isAny = true;
      for (const { id, radioName, dueAt } of batch)
        await notify(deps.db, {
          type: 'recording-late',
          title: 'Gravação atrasada',
          body: `${radioName}: o prazo era ${formatDateTime(dueAt)}.`,
          link: '/admin/recording-requests',
          dedupeKey: `recording-late:${id}:${dueAt.toISOString()}`,
        });
    }
    if (isAny) await deps.bus.publish('notifications');
  }),
];
