import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import { getOwnDelivery } from '#features/recordings/queries.server.ts';
import { AppError } from '#platform/errors.ts';
import { attachment } from '#platform/http/disposition.ts';
import { byteHeaders } from '#platform/http/representation.ts';
import type { App } from '#routes/app.server.ts';

/** GET /recordings/{id}/file: a delivered recording, for its requester alone. */
export function recordingFileEndpoint(app: App): Hono {
  return new Hono().get('/recordings/:id/file', async (c) => {
    const user = requireUser(await app.viewers.read(c.req.raw));
    const { key, name } = await getOwnDelivery(app.db, user, c.req.param('id'));
    const stat = await app.storage.stat(key);
    if (!stat) throw new AppError('not-found', 'Gravação não encontrada.');
    const headers = new Headers({
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(stat.size),
      'Content-Disposition': attachment(name),
      'Cache-Control': 'private, no-store',
    });
    for (let i = 0; i < byteHeaders.length; i += 2) headers.set(byteHeaders[i]!, byteHeaders[i + 1]!);
    if (c.req.method === 'HEAD' || stat.size === 0) return new Response(null, { headers });
    const bytes = await app.storage.openRange(key, 0, stat.size - 1);
    return new Response(Readable.toWeb(bytes) as ReadableStream, { headers });
  });
}
