import { z } from 'zod';
import { dropOldUploads } from '#features/media/audio/upload-audio.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobDefinition, JobHandler, Jobs } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { analyseTrack, completeAnalysis } from './analysis/analyse-track.server.ts';
import { type CompleteAnalysis, completeAnalysisJob } from './analysis/model.ts';
import { purgePackages } from './delete-package.server.ts';
import type { CurationDeps } from './save-package.server.ts';
import { type AnalyseTrack, analyseTrackJob } from './tracks/analysis.ts';

interface Deps extends CurationDeps {
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  settings: { FFMPEG_PATH?: string | undefined };
}

const purge: JobDefinition<object> = {
  name: 'purge-packages',
  schema: z.object({}),
  retries: 2,
  timeoutSeconds: 900,
  cron: '20 4 * * *',
};

/** The background work of this feature, for the worker. */
export function curationJobs(deps: Deps): JobHandler<never>[] {
  const analyse: JobHandler<AnalyseTrack> = {
    definition: analyseTrackJob,
    run: ({ trackId }, signal) => analyseTrack(deps, trackId, signal),
  };
  const complete: JobHandler<CompleteAnalysis> = {
    definition: completeAnalysisJob,
    async run({ after }, signal) {
      const { last, ...done } = await completeAnalysis(deps, { after }, signal);
      if (done.measured + done.failed > 0) deps.log.info(done, 'áudios medidos');
      if (last) await deps.jobs.send(completeAnalysisJob, { after: last });
    },
  };
  const purging: JobHandler<object> = {
    definition: purge,
    async run() {
      const now = deps.clock.now();
      const removed = await purgePackages(deps, now);
      const dropped = await dropOldUploads(deps, now);
      if (removed + dropped > 0) deps.log.info({ removed, dropped }, 'pacotes e envios antigos removidos');
    },
  };
  return [analyse, complete, purging] as JobHandler<never>[];
}
