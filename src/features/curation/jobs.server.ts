import { dropOldUploads } from '#features/media/audio/upload-audio.server.ts';
import type { Clock } from '#platform/clock.ts';
import { handles, type JobHandler, type Jobs, regularly } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { analyseTrack, completeAnalysis } from './analysis/analyse-track.server.ts';
import { completeAnalysisJob } from './analysis/model.ts';
import { drawCoversJob } from './covers/cover-job.ts';
import { drawCovers } from './covers/make-cover.server.ts';
import { purgePackages } from './delete-package.server.ts';
import type { CurationDeps } from './save-package.server.ts';
import { analyseTrackJob } from './tracks/analysis.ts';

interface Deps extends CurationDeps {
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  settings: { FFMPEG_PATH?: string | undefined };
}

export const curationJobs = (deps: Deps): JobHandler<never>[] => [
  handles(analyseTrackJob, ({ trackId }, signal) => analyseTrack(deps, trackId, signal)),
  handles(drawCoversJob, ({ packageIds }, signal) => drawCovers(deps, packageIds, signal)),
  handles(completeAnalysisJob, async ({ after }, signal) => {
    const { last, ...done } = await completeAnalysis(deps, { after }, signal);
    if (done.measured + done.failed > 0) deps.log.info(done, 'áudios medidos');
    if (last) await deps.jobs.send(completeAnalysisJob, { after: last });
  }),
  regularly({ name: 'purge-packages', timeoutSeconds: 900, cron: '20 4 * * *' }, async (signal) => {
    const now = deps.clock.now();
    const removed = await purgePackages(deps, now, signal);
    const dropped = await dropOldUploads(deps, now);
    if (removed + dropped > 0) deps.log.info({ removed, dropped }, 'pacotes e envios antigos removidos');
  }),
];
