import { handles, type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { prepareJob } from './job-definitions.ts';
import { makeRoom, removeUnused } from './keep-results.server.ts';
import { type MakeDeps, makeDelivery } from './make-delivery.server.ts';
import { forgetDeliveries } from './order-delivery.server.ts';

/** Prepares deliveries; every night forgets old ones and what nobody uses any more. */
export const deliveryJobs = (deps: MakeDeps): JobHandler<never>[] => [
  handles(prepareJob, ({ deliveryId }, signal) => makeDelivery(deps, deliveryId, signal)),
  regularly({ name: 'care-for-deliveries', timeoutSeconds: 3600, cron: '20 4 * * *' }, async () => {
    const forgotten = await forgetDeliveries(deps);
    const unused = await removeUnused(deps);
    const removed = await makeRoom(deps);
    deps.log.info({ forgotten, unused, removed }, 'entregas arrumadas');
  }),
];
