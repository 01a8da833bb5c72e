import { Hono } from 'hono';
import { findShare } from '#features/site/sharing.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

/** GET /compartilhar/{name}-{hash}.png: the picture that other programs show beside a shared address; immutable. */
export const shareEndpoint = ({ settings }: App): Hono =>
  new Hono().get('/compartilhar/*', async (c) => {
    const bytes = await findShare(settings.SITE_NAME, c.req.path);
    if (!bytes) throw new AppError('not-found', 'Imagem não encontrada.');
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'image/png',
      'Content-Length': String(bytes.length),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
