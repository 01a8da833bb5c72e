import { Hono } from 'hono';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { finishUpload } from '#features/curation/tracks/change-tracks.server.ts';
import { type AudioRefusal, audioRefusals, chunkBytes } from '#features/media/audio/model.ts';
import {
  appendChunk,
  beginUpload,
  dropUploads,
  findUpload,
  type Twice,
} from '#features/media/audio/upload-audio.server.ts';
import { isSoundRefusal, refusalKind, type SoundRefusal } from '#features/media/reading/refusals.ts';
import { AppError, type ErrorKind } from '#platform/errors.ts';
import { withBytes } from '#platform/http/body.server.ts';
import { readJson, refusal } from '#platform/http.server.ts';
import { idSchema } from '#platform/id-schema.ts';
import { isId } from '#platform/ids.ts';
import { typedLine } from '#platform/typed-text.ts';
import type { App } from '#routes/app.server.ts';

/** Also if the package already has it: the sender has confirmed. */
const again = { again: z.boolean().default(false) };

const announced = z.object({
  packageId: idSchema,
  name: typedLine().min(1).max(500),
  size: z.number().int().min(0),
  lastModified: z.number().int().min(0).default(0),
  place: z.number().int().min(0).default(0),
  ...again,
});

const kinds: Record<Exclude<AudioRefusal, SoundRefusal>, ErrorKind> = {
  'too-large': 'too-large',
  'too-much': 'invalid',
  'wrong-place': 'conflict',
  incomplete: 'conflict',
  gone: 'not-found',
  'no-package': 'not-found',
  twice: 'conflict',
  quota: 'too-large',
};
const refuse = (reason: AudioRefusal) =>
  new AppError(isSoundRefusal(reason) ? refusalKind(reason) : kinds[reason], audioRefusals[reason]);
/** A code of its own, so that the page can ask. */
const tellTwice = ({ name }: Twice): Response =>
  refusal('conflict', 'twice', `Este áudio já está no pacote, com o nome “${name}”.`);

/**
 * Resumable upload of audio into a package, in chunks. POST /uploads/audio {packageId, name, size, lastModified,
 * place, again}: starts or resumes; {id, received, chunkBytes}. Files are ordered by place. PUT
 * /uploads/audio/{id}?offset=n: a chunk at that offset; {received}, also with 409 for a wrong offset. POST
 * /uploads/audio/{id}/finish {again}: makes the track; {trackId}. DELETE /uploads/audio/{id}: cancels. A duplicate in
 * the package is a 409 with code `twice` until it is sent with `again`; nothing is lost.
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
    const { again, ...file } = await readJson(c.req.raw, announced);
    const outcome = await beginUpload(app, who, file, { again });
    if (!outcome.ok && outcome.reason === 'twice') return tellTwice(outcome);
    if (!outcome.ok) throw refuse(outcome.reason);
    return c.json({ id: outcome.id, received: outcome.received, chunkBytes });
  });

  hono.put('/uploads/audio/:id', async (c) => {
    const who = await admin(c.req.raw);
    const offset = z.coerce.number().int().min(0).safeParse(c.req.query('offset'));
    if (!offset.success) throw new AppError('invalid', 'Falta o ponto em que os bytes começam.');
    const tooLarge = 'Cada parte deve ter no máximo 8MB.';
    const limit = { maxBytes: chunkBytes, tooLarge, sender: 'administrator' } as const;
    const outcome = await withBytes(c.req.raw, limit, (bytes) =>
      appendChunk(app, who, idOf(c.req.param('id')), offset.data, bytes),
    );
    if (outcome.ok) return c.json({ received: outcome.received });
    if (outcome.reason === 'wrong-place') return c.json({ received: outcome.received }, 409);
    throw refuse(outcome.reason);
  });

  hono.post('/uploads/audio/:id/finish', async (c) => {
    const who = await admin(c.req.raw);
    const asked = await readJson(c.req.raw, z.object(again));
    const outcome = await finishUpload(app, who, idOf(c.req.param('id')), asked);
    if (!outcome.ok && outcome.reason === 'twice') return tellTwice(outcome);
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
