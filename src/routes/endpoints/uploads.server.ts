import { type Context, Hono } from 'hono';
import { setAvatar } from '#features/media/avatars/commands.server.ts';
import { imageLimitBytes, imageRefusals } from '#features/media/model.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

/** Room for the wrapping of a form around the largest picture. */
const wrapping = 64 * 1024;

/** POST /uploads/avatar: a picture as the body, or as the field `file` of a form. */
export function uploadsEndpoint(app: App): Hono {
  const hono = new Hono();

  hono.post('/uploads/avatar', async (c) => {
    const viewer = await app.viewers.read(c.req.raw);
    if (!viewer) throw new AppError('unauthenticated', 'Faça login para trocar a foto.');
    const result = await setAvatar(app, viewer.user, await readUpload(c, imageLimitBytes));
    if (result.ok) return c.json({ avatarUrl: result.avatarUrl });
    throw new AppError(
      result.reason === 'too-large' ? 'too-large' : 'unsupported',
      imageRefusals[result.reason],
    );
  });
  return hono;
}

/**
 * The bytes of one sent file; reading stops as soon as they are too many.
 * @throws AppError `too-large` or `invalid`
 */
async function readUpload(c: Context, limit: number): Promise<Uint8Array> {
  const declared = Number(c.req.header('content-length') ?? 0);
  const tooLarge = () => new AppError('too-large', imageRefusals['too-large']);
  if (declared > limit + wrapping) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length;
    if (size > limit + wrapping) throw tooLarge();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const type = c.req.header('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return body;
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof File)) throw new AppError('invalid', 'Nenhum arquivo foi enviado.');
  return new Uint8Array(await file.arrayBuffer());
}
