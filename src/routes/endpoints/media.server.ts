import { join } from 'node:path';
import { Hono } from 'hono';
import { toVariantWidth } from '#features/media/variants/model.ts';
import { Pictures } from '#features/media/variants/queries.server.ts';
import { AppError } from '#platform/errors.ts';
import { answerOnce } from '#platform/http/byte-server.server.ts';
import type { App } from '#routes/app.server.ts';

/** Pictures are public: programs of mail and other sites may show them. */
const pictureHeaders = [
  'Cache-Control',
  'public, max-age=31536000, immutable',
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
];

/** The key in an address: old names have spaces, accents or percent signs. Null: no UTF-8. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * GET /media/{key}: public covers, avatars and site pictures, immutable (a new picture has a new URL). `?w=` resizes
 * to WebP.
 */
export function mediaEndpoint(app: App): Hono {
  const pictures = new Pictures(app.storage, join(app.settings.DATA_DIR, 'cache', 'pictures'));
  return new Hono().get('/media/*', async (c) => {
    const key = decoded(c.req.path.slice('/media/'.length));
    const picture = key === null ? null : await pictures.find(key, toVariantWidth(c.req.query('w')));
    if (key === null || !picture) throw new AppError('not-found', 'Imagem não encontrada.');
    const { size, etag, mime, bytes } = picture;
    const lastModified = picture.modifiedAt.toUTCString();
    const headers = ['Content-Type', mime, ...pictureHeaders];
    return answerOnce(c.env, app.storage, key, { size, etag, lastModified, headers }, bytes);
  });
}
