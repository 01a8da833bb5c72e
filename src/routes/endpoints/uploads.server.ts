import { Hono } from 'hono';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { imageErrorKinds, imageRefusals, pictureUses, withSeen } from '#features/media/model.ts';
import { isSoundRefusal, refusalKind, soundRefusals } from '#features/media/reading/refusals.ts';
import { setAvatar } from '#features/media/set-avatar.server.ts';
import { receiveDelivery } from '#features/recordings/receive-delivery.server.ts';
import { AppError, type ErrorKind } from '#platform/errors.ts';
import { streamOf } from '#platform/http/body.server.ts';
import { withFile } from '#platform/http.server.ts';
import { Turns } from '#platform/turns.ts';
import type { App } from '#routes/app.server.ts';

/** Fewer of one account than the process for pictures takes, which it shares with administrators. */
const preparing = new Turns({ atOnce: 4, ofOne: 1, waiting: 4 });

/**
 * POST /uploads/avatar: a picture as the body, or as the form field `file`. POST /uploads/recordings/{id}: a finished
 * recording as the body, its name percent-encoded in `X-File-Name`.
 */
export function uploadsEndpoint(app: App): Hono {
  const hono = new Hono();

  hono.post('/uploads/avatar', async (c) => {
    const viewer = await app.viewers.read(c.req.raw);
    if (!viewer) throw new AppError('unauthenticated', 'Faça login para trocar a foto.');
    const { user } = viewer;
    const tooLarge = imageRefusals['too-large'];
    const limit = { maxBytes: pictureUses.avatar.bytes, tooLarge };
    const result = await withFile(c.req.raw, limit, (bytes) =>
      preparing.run({ caller: user.userId, signal: c.req.raw.signal }, () => setAvatar(app, user, bytes)),
    );
    if (result.ok) return c.json({ avatarUrl: result.avatarUrl });
    throw new AppError(imageErrorKinds[result.reason], withSeen(imageRefusals[result.reason], result));
  });
  hono.post('/uploads/recordings/:id', async (c) => {
    const admin = requireAdmin(await app.viewers.read(c.req.raw));
    const name = readName(c.req.header('x-file-name'));
    const body = streamOf(c.req.raw);
    if (!body) throw new AppError('invalid', 'Nenhum arquivo foi enviado.');
    const outcome = await receiveDelivery(app, admin, { requestId: c.req.param('id'), name, body });
    if (outcome.ok) return c.json({ ok: true });
    const { reason } = outcome;
    if (isSoundRefusal(reason)) throw new AppError(refusalKind(reason), soundRefusals[reason]);
    const [kind, message] = deliveryRefusals[reason];
    throw new AppError(kind, message);
  });
  return hono;
}

/** Decodes a file name from its header. @throws AppError `invalid` when it is not percent-encoded UTF-8 */
function readName(header = ''): string {
  try {
    return decodeURIComponent(header);
  } catch (cause) {
    throw new AppError('invalid', 'O nome do arquivo não pode ser lido.', { cause });
  }
}

const deliveryRefusals = {
  unknown: ['not-found', 'Solicitação não encontrada.'],
  'not-possible': ['conflict', 'Esta solicitação foi cancelada.'],
  'too-large': ['too-large', 'O áudio deve ter no máximo 200 MB.'],
} as const satisfies Record<string, readonly [ErrorKind, string]>;
