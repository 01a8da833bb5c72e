import { Hono } from 'hono';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { type CoverOutcome, fetchCover, receiveCover } from '#features/curation/covers/make-cover.server.ts';
import { coverRefusals } from '#features/curation/covers/refusals.ts';
import { imageLimitBytes, withSeen } from '#features/media/model.ts';
import { AppError } from '#platform/errors.ts';
import { readJson, withFile } from '#platform/http.server.ts';
import { linksIn } from '#platform/links.ts';
import { typedLine } from '#platform/typed-text.ts';
import type { App } from '#routes/app.server.ts';

const addressed = z.object({ url: typedLine().min(1, 'Informe o endereço da imagem.').max(2000) });

/**
 * Uploads a cover before its package is saved: {key, url, before, after}, sizes in bytes. POST /uploads/covers: a
 * picture as the body. POST /uploads/covers/address {url}: fetched from there once.
 */
export function coverUploadsEndpoint(app: App): Hono {
  const hono = new Hono();
  const answer = (outcome: CoverOutcome): Response => {
    if (outcome.ok) return Response.json(outcome.cover, { headers: { 'Cache-Control': 'no-store' } });
    const [kind, message] = coverRefusals[outcome.reason];
    throw new AppError(kind, withSeen(message, outcome));
  };

  hono.post('/uploads/covers', async (c) => {
    const admin = requireAdmin(await app.viewers.read(c.req.raw));
    const tooLarge = coverRefusals['too-large'][1];
    const limit = { maxBytes: imageLimitBytes, tooLarge, sender: 'administrator' } as const;
    return answer(await withFile(c.req.raw, limit, (bytes) => receiveCover(app, admin, bytes)));
  });

  hono.post('/uploads/covers/address', async (c) => {
    const admin = requireAdmin(await app.viewers.read(c.req.raw));
    const { url } = await readJson(c.req.raw, addressed);
    return answer(await fetchCover(app, admin, linksIn(url)[0] ?? url));
  });
  return hono;
}
