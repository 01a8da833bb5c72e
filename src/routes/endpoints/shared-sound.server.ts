import { Hono } from 'hono';
import { hasFfmpeg } from '#features/media/measuring/gateway.server.ts';
import { streamJob } from '#features/projects/sharing/job-definitions.ts';
import { countStranger } from '#features/projects/sharing/limits.server.ts';
import { shareTexts } from '#features/projects/sharing/model.ts';
import { isShared, openShare } from '#features/projects/sharing/queries.server.ts';
import { findStream } from '#features/projects/sharing/streams.server.ts';
import { AppError } from '#platform/errors.ts';
import { answerOnce } from '#platform/http/byte-server.server.ts';
import { byteHeaders } from '#platform/http/representation.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

/**
 * GET and HEAD /aprovar/{token}/som/{track}: the light sound of a track of a shared project, with ranges, for anyone with
 * the link while it is open. Never the original, and never as a file to be saved.
 */
export function sharedSoundEndpoint(app: App): Hono {
  return new Hono().get('/aprovar/:token/som/:id', async (c) => {
    await countStranger(app, c.req.raw, 'sound');
    const share = await openShare(app.db, c.req.param('token'), app.clock.now());
    const id = c.req.param('id');
    if (!isId(id) || !(await isShared(app.db, share, id)))
      throw new AppError('not-found', shareTexts.noTrack);
    const stream = await findStream(app, id);
    if (!stream) {
      // Added after the link was made, or lost since: made now. One job a track waits at most.
      await app.jobs.send(streamJob, { trackId: id }, { key: id });
      const canMake = await hasFfmpeg(app.settings.FFMPEG_PATH);
      throw canMake
        ? new AppError('not-found', shareTexts.notReady)
        : new AppError('unavailable', shareTexts.noFfmpeg);
    }
    return answerOnce(c.env, app.storage, stream.key, {
      size: stream.size,
      etag: `"${id}-${stream.size.toString(36)}"`,
      lastModified: stream.modifiedAt.toUTCString(),
      headers: [
        'Content-Type',
        'audio/mpeg',
        'Cache-Control',
        'private, no-store',
        'X-Robots-Tag',
        'noindex',
        ...byteHeaders,
      ],
    });
  });
}
