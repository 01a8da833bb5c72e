import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { tracks } from '#db/schema/catalog.ts';
import { dropOldUploads } from '#features/media/audio/commands.server.ts';
import { measureSound, withLocalFile } from '#features/media/audio/gateway.server.ts';
import { type SoundType, soundTypes } from '#features/media/sound-type.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobDefinition, JobHandler } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { purgePackages } from './bin/commands.server.ts';
import type { CurationDeps } from './commands.server.ts';
import { drawPackageCover } from './covers/commands.server.ts';
import { type AnalyseTrack, analyseTrackJob } from './tracks/analysis.ts';

interface Deps extends CurationDeps {
  clock: Clock;
  log: Logger;
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
  const purging: JobHandler<object> = {
    definition: purge,
    async run() {
      const now = deps.clock.now();
      const removed = await purgePackages(deps, now);
      const dropped = await dropOldUploads(deps, now);
      if (removed + dropped > 0) deps.log.info({ removed, dropped }, 'pacotes e envios antigos removidos');
    },
  };
  return [analyse, purging] as JobHandler<never>[];
}

/** Measures a track and draws its package's cover anew. Safe to repeat; a track that is gone is nobody's loss. */
export async function analyseTrack(deps: Deps, trackId: string, signal: AbortSignal): Promise<void> {
  const { db, storage, bus, settings } = deps;
  const [track] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  if (!track?.storageKey) return;
  const type = (Object.keys(soundTypes) as SoundType[]).find((each) => soundTypes[each] === track.mime);
  if (!type) return;
  const { peaks, ...facts } = await withLocalFile(storage, track.storageKey, (path) =>
    measureSound(path, type, { ffmpegFolder: settings.FFMPEG_PATH, signal }),
  );
  await db
    .update(tracks)
    .set({ ...facts, peaks: peaks && Buffer.from(peaks) })
    .where(eq(tracks.id, trackId));
  await drawPackageCover(deps, track.packageId);
  await bus.publish('catalog', track.packageId);
}
