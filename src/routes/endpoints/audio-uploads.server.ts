import { Hono } from 'hono';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { finishUpload } from '#features/curation/tracks/commands.server.ts';
import { appendChunk, beginUpload, dropUploads, findUpload } from '#features/media/audio/commands.server.ts';
import { type AudioRefusal, audioRefusals, chunkBytes } from '#features/media/audio/model.ts';
import { AppError, type ErrorKind } from '#platform/errors.ts';
import { readBytes } from '#platform/http/body.server.ts';
import { readJson } from '#platform/http.server.ts';
import { idSchema, isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

const announced = z.object({
  packageId: idSchema,
  name: z.string().min(1).max(500),
  size: z.number().int().min(0),
  lastModified: z.number().int().min(0).default(0),
});

const kinds: Record<AudioRefusal, ErrorKind> = {
  'not-audio': 'unsupported',
  unreadable: 'unprocessable',
  empty: 'invalid',
  'too-large': 'too-large',
  'too-much': 'invalid',
  'wrong-place': 'conflict',
  incomplete: 'conflict',
  gone: 'not-found',
  'no-package': 'not-found',
  quota: 'too-large',
};
const refuse = (reason: AudioRefusal) => new AppError(kinds[reason], audioRefusals[reason]);

/**
 * Audio into a package, by chunk and resumable.
 * POST /uploads/audio {packageId, name, size, lastModified}: begins, or finds what was begun; {id, received, chunkBytes}.
 * PUT /uploads/audio/{id}?offset=n: the bytes from there on; {received}, also with 409 when they belong elsewhere.
 * POST /uploads/audio/{id}/finish: makes the track; {trackId}. DELETE /uploads/audio/{id}: gives up.
 */
export function audioUploadsEndpoint(app: App): Hono {
  const hono = new Hono();
  const admin = async (request: Request) => requireAdmin(await app.viewers.read(request));
  const idOf = (id: string): string => {
    if (!isId(id)) throw refuse('gone');
    return id;
  };

  hono.post('/uploads/audio', async (c) => {
    const who = await admin(c.req.raw);
    const outcome = await beginUpload(app, who, await readJson(c.req.raw, announced));
    if (!outcome.ok) throw refuse(outcome.reason);
    return c.json({ id: outcome.id, received: outcome.received, chunkBytes });
  });

  hono.put('/uploads/audio/:id', async (c) => {
    const who = await admin(c.req.raw);
    const offset = z.coerce.number().int().min(0).safeParse(c.req.query('offset'));
    if (!offset.success) throw new AppError('invalid', 'Falta o ponto em que os bytes começam.');
    const bytes = await readBytes(c.req.raw, {
      maxBytes: chunkBytes,
      tooLarge: 'Cada parte deve ter no máximo 8MB.',
    });
    const outcome = await appendChunk(app, who, idOf(c.req.param('id')), offset.data, bytes);
    if (outcome.ok) return c.json({ received: outcome.received });
    if (outcome.reason === 'wrong-place') return c.json({ received: outcome.received }, 409);
    throw refuse(outcome.reason);
  });

  hono.post('/uploads/audio/:id/finish', async (c) => {
    const who = await admin(c.req.raw);
    const outcome = await finishUpload(app, who, idOf(c.req.param('id')));
    if (!outcome.ok) throw refuse(outcome.reason);
    return c.json({ trackId: outcome.trackId });
  });

  hono.delete('/uploads/audio/:id', async (c) => {
    const who = await admin(c.req.raw);
    const upload = await findUpload(app, who, idOf(c.req.param('id')));
    if (upload) await dropUploads(app, [upload]);
    return c.json({ ok: true });
  });
  return hono;
}
