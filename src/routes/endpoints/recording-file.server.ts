import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import { mimeOfKey } from '#features/media/moving/model.ts';
import { getOwnDelivery } from '#features/recordings/own-requests.server.ts';
import { AppError } from '#platform/errors.ts';
import { answerOnce } from '#platform/http/byte-server.server.ts';
import { attachment } from '#platform/http/disposition.ts';
import { byteHeaders } from '#platform/http/representation.ts';
import type { App } from '#routes/app.server.ts';

/**
 * GET and HEAD /recordings/{id}/file: a delivered recording with ranges, for its requester only; with `?ouvir` the MP3
 * by which it is heard, if there is one.
 */
export function recordingFileEndpoint(app: App): Hono {
  return new Hono().get('/recordings/:id/file', async (c) => {
    const user = requireUser(await app.viewers.read(c.req.raw));
    const { heardKey, name, ...delivered } = await getOwnDelivery(app.db, user, c.req.param('id'));
    const key = (c.req.query('ouvir') === undefined ? null : heardKey) ?? delivered.key;
    const stat = await app.storage.stat(key);
    if (!stat) throw new AppError('not-found', 'Gravação não encontrada.');
    const stamp = createHash('sha256').update(`${key} ${stat.size} ${stat.modifiedAt.toISOString()}`);
    return answerOnce(c.env, app.storage, key, {
      size: stat.size,
      etag: `"${stamp.digest('base64url').slice(0, 22)}"`,
      lastModified: stat.modifiedAt.toUTCString(),
      headers: [
        'Content-Type',
        mimeOfKey(key),
        'Content-Disposition',
        attachment(name),
        'Cache-Control',
        'private, no-store',
        ...byteHeaders,
      ],
    });
  });
}
